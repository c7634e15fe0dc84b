//! TW111 unsorted: records that are not in the order that the config asks for.

use crate::lint::CellChange;
use crate::lint::{Context, Finding, Findings, Level, Rule, Safety};
use crate::op::Order;
use crate::tile::Records;

pub(in crate::lint) static RULE: Rule = Rule {
    code: "TW111",
    name: "unsorted",
    level: Level::Info,
    default: false,
    fix: Some(Safety::Safe),
    summary: "records that are not in the order that the config asks for",
    why: "The engine keeps records in the order in which cells were painted first, so two people who paint \
          the same map get two files. Sorted buffers make smaller diffs, and merges that conflict less. \
          What is drawn does not change.",
    example: r#"[check]
order = "yx"   # tilewright.toml: row by row"#,
    remedy: "`--fix`, or `tilewright clean --sort yx FILE`.",
    check,
};

fn check(context: &Context<'_>, found: &mut Findings) {
    let order = context.settings.order;
    for layer in context.maps() {
        let Records::Cells(records) = &layer.data.records else { continue };
        let mut sorted = records.clone();
        order.sort(&mut sorted);
        if sorted != *records {
            let by = match order {
                Order::Yx => "by row, then column (`yx`)",
                Order::Xy => "by column, then row (`xy`)",
            };
            let change = CellChange { sort: Some(order), ..CellChange::default() };
            let finding = Finding::of_layer(layer, format!("the records are not sorted {by}"));
            found.push(finding.fix_cells(layer, format!("sort {by}"), change));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::*;

    #[test]
    fn row_by_row() {
        let text = cells(&[[0, 1, 1, 0, 0, 0], [5, 0, 1, 0, 0, 0]]);
        let sorted = cells(&[[5, 0, 1, 0, 0, 0], [0, 1, 1, 0, 0, 0]]);
        assert_eq!(said("TW111", &text), ["the records are not sorted by row, then column (`yx`)"]);
        assert_eq!(said("TW111", &sorted), [""; 0]);
        assert_eq!(fixed("TW111", &text), sorted);
    }
}
