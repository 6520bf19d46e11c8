import { cleanText } from "@yourcall/core";
import fc from "fast-check";

const words = ["Datenbank", "naïve", "数据库", "データベース", "데이터", "한국", "ไทย", "हिन्दी", "العربية", "שלום"];
const marks = ["e\u0301", "Z̷̢a̴l̵g̶o̷", "ｶﾞ", "👩‍💻", "👨‍👩‍👧‍👦", "🇦🇹", "🇯", "1️⃣", "#⃣", "👍🏽", "❤️", "❤", "⌚", "🏴‍☠️"];
const jamo = ["\u1112\u1161\u11ab", "\u1100\u1100\u1161", "\u11a8", "\u1161", "\ua960\ud7b0\ud7cb"];

/** Clean text as models and people write it: words of many scripts, emoji, marks, jamo, spaces, and any other characters. */
export const mixedText: fc.Arbitrary<string> = fc
  .array(
    fc.oneof(
      fc.constantFrom(...words, ...marks, ...jamo),
      fc.stringMatching(/^[a-z]{1,12}$/),
      fc.constantFrom(" ", " ", "  ", "\n", "\u3000", "\u00a0", "-", "●", "│"),
      fc.string({ unit: "grapheme", maxLength: 4 }),
      fc.string({ unit: "binary", maxLength: 4 }),
    ),
    { maxLength: 14 },
  )
  .map((parts) => cleanText(parts.join("")));
