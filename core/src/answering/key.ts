/** One key press, as every surface reports it to the key map. */
export interface Key {
  /**
   * `up down left right home end pageup pagedown enter space tab backspace delete escape`, `f1`…`f12`, or `char` for any
   * other printable text and for letters with Ctrl or Alt. Numpad keys count as what is printed on them.
   */
  name: string;
  /** The text of a printable key: one character as a person counts them. With Ctrl or Alt, the letter. Space is `" "`. */
  text?: string;
  ctrl?: boolean;
  alt?: boolean;
  shift?: boolean;
}
