import { generate } from "lean-qr";

// Scanners need light around the code.
const margin = 2;

/** A QR code as lines of half blocks, two rows of it in each. Light on dark would not be read, so it sets both colours itself. */
export function toQrText(text: string): string {
  const code = generate(text);
  const isDark = (x: number, y: number) => code.get(x, y) === true;
  const lines: string[] = [];
  for (let y = -margin; y < code.size + margin; y += 2) {
    let line = "";
    for (let x = -margin; x < code.size + margin; x++)
      line += isDark(x, y) ? (isDark(x, y + 1) ? "█" : "▀") : isDark(x, y + 1) ? "▄" : " ";
    lines.push(`\u001b[30;107m${line}\u001b[0m`);
  }
  return `${lines.join("\n")}\n`;
}
