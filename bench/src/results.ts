import { readFileSync, writeFileSync } from "node:fs";
import { availableParallelism, loadavg } from "node:os";
import { join } from "node:path";
import bench from "../package.json" with { type: "json" };

const file = join(import.meta.dirname, "../RESULTS.md");
// Other work on the machine makes the figures worth less. Read before the run, when this file is loaded.
const load = loadavg()[0] ?? 0;

/** What one subject found, as RESULTS.md shows it. */
export interface Section {
  title: string;
  /** What else the figures depend on, with versions. */
  programs?: string[];
  packages?: (keyof typeof bench.dependencies)[];
  /** How much was measured. */
  extent: string;
  /** The command that measures it again, after `npm run bench --`. */
  repeat: string;
  /** What the words in the tables mean. */
  about: string;
  tables: string[];
}

/** Prints the tables. If everything was measured, `section` also replaces what that subject wrote to RESULTS.md before. */
export function report(subject: string, isWhole: boolean, section: Section): void {
  console.log(`\n${section.tables.join("\n\n")}`);
  if (!isWhole) return;
  const { title, programs = [`Node ${process.versions.node}`], packages = [], extent, repeat, about, tables } = section;
  const machine = `${availableParallelism()} CPUs, load ${load.toFixed(1)} before the run`;
  const versions = packages.map((name) => `${name} ${bench.dependencies[name]}`);
  const begin = `<!-- ${subject}:begin -->`;
  const end = `<!-- ${subject}:end -->`;
  const markdown = `${begin}
## ${title}

${[new Date().toISOString().slice(0, 10), ...programs, machine, extent].join(" · ")}
${versions.length === 0 ? "" : `${versions.join(" · ")}\n`}
Repeat: \`npm run bench -- ${repeat}\`

${about}

${tables.join("\n\n")}
${end}`;
  const text = readFileSync(file, "utf8");
  const from = text.indexOf(begin);
  const to = text.indexOf(end, from);
  writeFileSync(
    file,
    from === -1 || to === -1
      ? `${text.trimEnd()}\n\n${markdown}\n`
      : text.slice(0, from) + markdown + text.slice(to + end.length),
  );
}
