//! Which of several things changed their place, as few as possible.

/// The indices of the longest run of numbers that rises: those that kept their order.
pub(crate) fn rising(numbers: &[usize]) -> Vec<bool> {
    // `tails[n]` is where the lowest end of a run of n + 1 stands.
    let mut tails: Vec<usize> = Vec::new();
    let mut before: Vec<Option<usize>> = vec![None; numbers.len()];
    for (index, number) in numbers.iter().enumerate() {
        let place = tails.partition_point(|&tail| numbers[tail] < *number);
        before[index] = place.checked_sub(1).map(|place| tails[place]);
        if place == tails.len() {
            tails.push(index);
        } else {
            tails[place] = index;
        }
    }
    let mut kept = vec![false; numbers.len()];
    let mut at = tails.last().copied();
    while let Some(index) = at {
        kept[index] = true;
        at = before[index];
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::rising;

    #[test]
    fn as_few_as_possible_are_said_to_have_moved() {
        assert_eq!(rising(&[0, 3, 1, 2]), [true, false, true, true]);
        assert_eq!(rising(&[3, 0, 1, 2]), [false, true, true, true]);
        assert_eq!(rising(&[]), [] as [bool; 0]);
    }
}
