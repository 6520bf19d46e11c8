/** Paths, as a listing gives them (directories end in `/`), drawn as a tree. */
export function treeLines(paths: readonly string[], unicode: boolean): string[] {
  const [branch, last, rail] = unicode ? ["├─ ", "└─ ", "│  "] : ["|- ", "`- ", "|  "];
  function draw(below: string, indent: string): string[] {
    const children = paths.filter((path) => {
      const rest = path.slice(below.length);
      return path.startsWith(below) && rest !== "" && /^[^/]+\/?$/.test(rest);
    });
    return children.flatMap((path, index) => {
      const isLast = index === children.length - 1;
      const line = `${indent}${isLast ? last : branch}${path.slice(below.length)}`;
      return path.endsWith("/") ? [line, ...draw(path, `${indent}${isLast ? "   " : rail}`)] : [line];
    });
  }
  return draw("", "");
}
