import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const file = join(import.meta.dirname, "../RESULTS.md");
const intro = "# Results\n\nWritten by `npm run bench`. Each subject rewrites its own section.\n";

/** Puts `markdown` in RESULTS.md as the section of one subject, in place of what that subject wrote before. */
export function writeSection(subject: string, markdown: string): void {
  const begin = `<!-- ${subject}:begin -->`;
  const end = `<!-- ${subject}:end -->`;
  const section = `${begin}\n${markdown.trim()}\n${end}`;
  const text = existsSync(file) ? readFileSync(file, "utf8") : intro;
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  writeFileSync(
    file,
    from === -1 || to === -1
      ? `${text.trimEnd()}\n\n${section}\n`
      : text.slice(0, from) + section + text.slice(to + end.length),
  );
}
