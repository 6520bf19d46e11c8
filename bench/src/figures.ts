/** What was measured; undefined if it was not, which tables show as "–". */
export type Figure = number | undefined;

/** The smallest sample that at least `share` of all samples do not exceed. */
export function percentile(samples: readonly number[], share: number): Figure {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)];
}

export function median(samples: readonly number[]): Figure {
  return percentile(samples, 0.5);
}

export function ratio(own: Figure, other: Figure): Figure {
  return own === undefined || other === undefined ? undefined : own / other;
}

export function show(figure: Figure, digits = 1, unit = ""): string {
  return figure === undefined ? "–" : `${figure.toFixed(digits)}${unit}`;
}

/** The p50 and p95 of samples, as two cells of a table. */
export function showSpread(samples: readonly number[], digits = 1): [p50: string, p95: string] {
  return [show(median(samples), digits), show(percentile(samples, 0.95), digits)];
}

/** A markdown table, padded so that it also reads well in a terminal. The first column is text, the others are figures. */
export function renderTable(head: string[], rows: string[][]): string {
  const widths = head.map((cell, column) => Math.max(3, cell.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: string[]) =>
    `| ${cells.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(" | ")} |`;
  const rule = widths.map((width, column) => (column === 0 ? "-".repeat(width) : `${"-".repeat(width - 1)}:`));
  return [line(head), line(rule), ...rows.map(line)].join("\n");
}

/** The target in words, the figure, whether it is good enough, and how it is shown. */
export type Target = [target: string, figure: Figure, isMet: (figure: number) => boolean, shown: string];

export function renderTargets(targets: readonly Target[]): string {
  return renderTable(
    ["target", "measured", "verdict"],
    targets.map(([target, figure, isMet, shown]) =>
      figure === undefined ? [target, "–", "not measured"] : [target, shown, isMet(figure) ? "met" : "missed"],
    ),
  );
}
