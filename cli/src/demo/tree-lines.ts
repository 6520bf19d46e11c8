/** What stands before a name, and before everything below it. */
export interface TreeMarks {
  branch: string;
  last: string;
  rail: string;
  end: string;
}

/** Paths, as a listing gives them (directories end in `/`), drawn as a tree. */
export function treeLines(paths: readonly string[], { branch, last, rail, end }: TreeMarks): string[] {
  function draw(below: string, indent: string): string[] {
    const children = paths.filter((path) => path.startsWith(below) && /^[^/]+\/?$/.test(path.slice(below.length)));
    return children.flatMap((path, index) => {
      const isLast = index === children.length - 1;
      const line = `${indent}${isLast ? last : branch}${path.slice(below.length)}`;
      return path.endsWith("/") ? [line, ...draw(path, `${indent}${isLast ? end : rail}`)] : [line];
    });
  }
  return draw("", "");
}
