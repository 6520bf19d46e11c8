import { stripVTControlCharacters } from "node:util";
import { generate } from "lean-qr";
import { expect, test } from "vitest";
import { toQrText } from "./qr-text.ts";

test("a code in the terminal has every dot of the link, dark on light, with a light margin", () => {
  const link = "https://desk.tail1234.ts.net/#login=abcdefghijklmnopqrstuv.abcdefghijklmnopqrstuv";
  const lines = toQrText(link).trimEnd().split("\n");
  const rows = lines.flatMap((line) => {
    expect(line).toMatch(/30;107m.*0m$/);
    const cells = stripVTControlCharacters(line);
    return [cells.replaceAll(/[▀█]/g, "#").replaceAll("▄", " "), cells.replaceAll(/[▄█]/g, "#").replaceAll("▀", " ")];
  });
  const code = generate(link);
  for (let y = -2; y < code.size + 2; y++)
    for (let x = -2; x < code.size + 2; x++)
      expect([x, y, rows[y + 2]?.[x + 2]]).toEqual([x, y, code.get(x, y) ? "#" : " "]);
  expect([rows[0]?.length, lines.length]).toEqual([code.size + 4, (code.size + 5) / 2]);
});
