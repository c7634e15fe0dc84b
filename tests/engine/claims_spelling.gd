# The texts that mean a byte array, and those that make the engine refuse the file.
extends "claims_group.gd"

const RECORD := "030003000700000000000000"
const CELLS := [[3, 3, 7, 0, 0, 0]]


func run() -> void:
	decimals()
	layout()
	base64()
	numbers()


func list() -> String:
	return decimal("0000" + RECORD).trim_prefix("PackedByteArray(").trim_suffix(")")


func base() -> String:
	return Marshalls.raw_to_base64(bytes("0000" + RECORD))


func decimals() -> void:
	claim("decimal_in_format_3", CELLS, read("PackedByteArray(%s)" % list(), "format=3"))
	claim("decimal_in_format_4", CELLS, read("PackedByteArray(%s)" % list(), "format=4"))
	claim("decimal_without_format", CELLS, read("PackedByteArray(%s)" % list(), ""))
	claim("format_5_is_refused", REFUSED, read("PackedByteArray(%s)" % list(), "format=5"))
	claim("pool_byte_array_is_read", CELLS, read("PoolByteArray(%s)" % list()))
	claim("byte_array_is_read", CELLS, read("ByteArray(%s)" % list()))
	claim("unknown_name_is_refused", REFUSED, read("PackedBytesArray(%s)" % list()))
	claim("trailing_comma_is_refused", REFUSED, read("PackedByteArray(%s,)" % list()))
	claim("missing_comma_is_refused", REFUSED, read("PackedByteArray(%s)" % list().replace(",", "")))


func layout() -> void:
	claim("spaces_between_numbers", CELLS, read("PackedByteArray ( %s )" % list().replace(", ", "  ,\t")))
	claim("no_spaces_between_numbers", CELLS, read("PackedByteArray(%s)" % list().replace(" ", "")))
	claim("newlines_between_numbers", CELLS, read("PackedByteArray(\n%s\n)" % list().replace(", ", ",\n")))
	claim("carriage_returns_between_numbers", CELLS, read("PackedByteArray(\r\n%s\r\n)" % list().replace(", ", ",\r\n")))
	claim("comments_between_numbers", CELLS, read("PackedByteArray( ; first\n%s ; last, with ) in it\n)" % list().replace(", ", ", ; next\n")))
	claim("newline_before_value", CELLS, read("\n\nPackedByteArray(%s)" % list()))
	var rows := "PackedByteArray(0, 0\n, 1, 0, 2, 0, 7, 0, 1, 0, 1, 0, 0, 0 ; 1,2 = 7:1,1\n, 2, 0, 2, 0, 7, 0, 0, 0, 0, 0, 0, 16 ; 2,2 = 7:0,0 h\n)"
	claim("rows_layout_is_read", [[1, 2, 7, 1, 1, 0], [2, 2, 7, 0, 0, H]], read(rows))
	claim("rows_layout_of_an_empty_layer", [], read("PackedByteArray(0, 0\n)"))
	claim("no_comment_survives_a_save", [false, decimal("0000 010002000700010001000000 020002000700000000000010")],
		[resaved(layer_text(rows)).contains(";"), resaved(layer_text(rows)).get_slice("tile_map_data = ", 1).get_slice("\n", 0)])
	claim("hash_is_no_comment", REFUSED, read("PackedByteArray( # first\n%s)" % list()))


func base64() -> void:
	claim("base64_in_format_3", CELLS, read("PackedByteArray(\"%s\")" % base(), "format=3"))
	claim("base64_in_format_4", CELLS, read("PackedByteArray(\"%s\")" % base(), "format=4"))
	claim("base64_in_pool_byte_array", CELLS, read("PoolByteArray(\"%s\")" % base()))
	claim("base64_empty_string", [], read("PackedByteArray(\"\")"))
	claim("base64_newline_inside", CELLS, read("PackedByteArray(\"%s\")" % base().insert(8, "\n")))
	claim("base64_spaces_outside_the_quotes", CELLS, read("PackedByteArray( \"%s\" ; comment\n)" % base()))
	claim("base64_space_at_the_end_is_read", CELLS, read("PackedByteArray(\"%s \")" % base()))
	claim("base64_space_before_newline_is_read", CELLS, read("PackedByteArray(\"%s\")" % base().insert(8, " \n")))
	claim("base64_space_at_the_start_is_refused", REFUSED, read("PackedByteArray(\" %s\")" % base()))
	claim("base64_space_inside_is_refused", REFUSED, read("PackedByteArray(\"%s\")" % base().insert(8, " ")))
	claim("base64_without_padding_is_refused", REFUSED, read("PackedByteArray(\"%s\")" % base().trim_suffix("=").trim_suffix("=")))
	var plus := Marshalls.raw_to_base64(bytes("0000 ffbffbef0700000000000000"))
	claim("base64_standard_alphabet", [true, [[-16385, -4101, 7, 0, 0, 0]]], [plus.contains("+") or plus.contains("/"), read("PackedByteArray(\"%s\")" % plus)])
	claim("base64_url_alphabet_is_refused", REFUSED, read("PackedByteArray(\"%s\")" % plus.replace("+", "-").replace("/", "_")))
	claim("base64_two_strings_are_refused", REFUSED, read("PackedByteArray(\"%s\", \"%s\")" % [base(), base()]))


func numbers() -> void:
	claim("numbers_wrap_at_256", [[3, 3, 7, 0, 0, 0]], read("PackedByteArray(256, 0, 259, 0, 3, 0, 7, 0, 0, 0, 0, 0, 512, 0)"))
	claim("negative_numbers_wrap", [[-1, 3, 7, 0, 0, 0]], read("PackedByteArray(0, 0, -1, -1, 3, 0, 7, 0, 0, 0, 0, 0, 0, 0)"))
	claim("fractions_are_cut_off", [[3, 3, 7, 0, 0, 0]], read("PackedByteArray(0, 0, 3.9, 0, 3.1, 0, 7, 0, 0.99, 0, 0, 0, 0, 0)"))
	claim("leading_zeros_are_read", [[3, 3, 7, 0, 0, 0]], read("PackedByteArray(00, 0, 003, 0, 03, 0, 7, 0, 0, 0, 0, 0, 0, 0)"))
	claim("exponents_are_read", [[100, 3, 7, 0, 0, 0]], read("PackedByteArray(0, 0, 1e2, 0, 3, 0, 7, 0, 0, 0, 0, 0, 0, 0)"))
	claim("plus_sign_is_refused", REFUSED, read("PackedByteArray(0, 0, +3, 0, 3, 0, 7, 0, 0, 0, 0, 0, 0, 0)"))
	claim("hexadecimal_is_refused", REFUSED, read("PackedByteArray(0, 0, 0x3, 0, 3, 0, 7, 0, 0, 0, 0, 0, 0, 0)"))
	claim("words_are_refused", REFUSED, read("PackedByteArray(0, 0, true, 0, 3, 0, 7, 0, 0, 0, 0, 0, 0, 0)"))
