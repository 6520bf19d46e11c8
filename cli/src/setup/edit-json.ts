import type { JsonMember, JsonNode } from "./json-text.ts";

/** How a text is laid out, so that what is added looks like the rest. */
interface Layout {
  /** One step of indentation, or null where everything stands on one line. */
  step: string | null;
  newline: string;
}

/** The text with one more item at the end of this object or array. */
export function appendTo(text: string, container: JsonNode, item: { name?: string; value: unknown }): string {
  if (container.type === "plain") throw new TypeError("Only an object or an array takes another item.");
  const layout = layoutOf(text);
  const children = childrenOf(container);
  const last = children.at(-1);
  const isInline =
    layout.step === null || (last !== undefined && !text.slice(container.from, last.from).includes("\n"));
  const outer = indentAt(text, container.from);
  const inner = last !== undefined && !isInline ? indentAt(text, last.from) : outer + (layout.step ?? "");
  const written = write(item, isInline ? null : layout, inner);
  if (last === undefined) {
    const edge = isInline ? ["", ""] : [layout.newline + inner, layout.newline + outer];
    return replace(text, container.from + 1, container.to - 1, edge[0] + written + edge[1]);
  }
  const gap = isInline ? (/,\s/.test(text) ? " " : "") : layout.newline + inner;
  return replace(text, last.to, last.to, `,${gap}${written}`);
}

/** The text without this item of the object or array, and without the comma and the space that belong to it. */
export function removeFrom(text: string, container: JsonNode, index: number): string {
  const children = childrenOf(container);
  const child = children[index];
  if (child === undefined) return text;
  const before = children[index - 1];
  const after = children[index + 1];
  if (before !== undefined) return replace(text, before.to, child.to, "");
  if (after !== undefined) return replace(text, child.from, after.from, "");
  return replace(text, container.from + 1, container.to - 1, "");
}

function childrenOf(node: JsonNode): { from: number; to: number }[] {
  if (node.type === "array") return node.items;
  if (node.type === "object") return node.members.map(({ from, value }: JsonMember) => ({ from, to: value.to }));
  return [];
}

function write({ name, value }: { name?: string; value: unknown }, layout: Layout | null, indent: string): string {
  const text =
    layout === null
      ? JSON.stringify(value)
      : JSON.stringify(value, null, layout.step ?? "").replaceAll("\n", layout.newline + indent);
  if (name === undefined) return text;
  return `${JSON.stringify(name)}:${layout === null ? "" : " "}${text}`;
}

function layoutOf(text: string): Layout {
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const body = text.trim();
  if (body === "{}" || body === "") return { step: "  ", newline };
  if (!body.includes("\n")) return { step: null, newline };
  return { step: /\n([ \t]+)\S/.exec(body)?.[1] ?? "  ", newline };
}

/** The white space with which the line of this place begins. */
function indentAt(text: string, at: number): string {
  const start = text.lastIndexOf("\n", at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(start, at))?.[0] ?? "";
}

function replace(text: string, from: number, to: number, by: string): string {
  return text.slice(0, from) + by + text.slice(to);
}
