import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@yourcall/core";
import { applyEdits, type FormattingOptions, format, type JSONPath, modify, type Node, parseTree } from "jsonc-parser";
import { type HookGroup, isOurs, type SettingsHook } from "./claude-hooks.ts";
import { SettingsFault } from "./settings-fault.ts";

type Groups = [event: string, group: HookGroup][];

/**
 * The settings with exactly these hooks of ours. Everything else keeps its bytes. `earlier` holds the copies made when the file
 * was written, the latest first.
 */
export function putHooks(text: string, groups: Groups, earlier: readonly string[] = []): string {
  const given = toObjectText(text);
  if (isDeepStrictEqual(ownGroups(given), groups)) return given;
  const edited = addGroups(toObjectText(removeHooks(given, earlier)), groups);
  if (ownGroups(edited).length !== groups.length) throw new SettingsFault('it has "hooks" twice');
  return edited;
}

/**
 * The settings without any hook of ours. If adding the hooks to a copy gives exactly this text, that copy is returned. Otherwise
 * they are cut out, together with objects and arrays that are empty afterwards and were not before.
 */
export function removeHooks(text: string, earlier: readonly string[] = []): string {
  if (text.trim() === "") return text;
  const own = ownGroups(text);
  const copies = earlier.filter(isWithoutOurs);
  const before = copies.find((copy) => own.length > 0 && addGroups(toObjectText(copy), own) === text);
  if (before !== undefined) return before;
  const was = toObjectText(copies[0] ?? "");
  let edited = text;
  for (;;) {
    const next = removeOne(edited, was);
    if (next === edited) return edited;
    edited = next;
  }
}

/** Whether `setup` created this file: it contains only our hooks, and there is no copy of an earlier one. */
export function isAllOurs(text: string, earlier: readonly string[]): boolean {
  if (text.trim() === "" || earlier.some(isWithoutOurs)) return false;
  const own = ownGroups(text);
  return own.length > 0 && addGroups(toObjectText(""), own) === text;
}

function toObjectText(text: string): string {
  return text.trim() === "" ? "{}\n" : text;
}

function isWithoutOurs(copy: string): boolean {
  try {
    return ownGroups(toObjectText(copy)).length === 0;
  } catch {
    return false;
  }
}

/** Our hooks, each as its own group. */
export function ownGroups(text: string): Groups {
  return Object.entries(parse(text).hooks ?? {}).flatMap(([event, groups]) =>
    groups.flatMap((group): Groups => {
      const hooks: SettingsHook[] = Array.isArray(group?.hooks) ? group.hooks.filter(isRecord) : [];
      return hooks.filter(isOurs).map((hook) => [event, { ...group, hooks: [hook] }]);
    }),
  );
}

function addGroups(text: string, groups: Groups): string {
  return groups.reduce((edited, [event, group]) => {
    const { hooks } = parse(edited);
    if (hooks === undefined) return insert(edited, ["hooks"], { [event]: [group] });
    if (hooks[event] === undefined) return insert(edited, ["hooks", event], [group]);
    return insert(edited, ["hooks", event, hooks[event].length], group);
  }, text);
}

/** Inserts a value and lays out only what was inserted, so that nothing else moves. */
function insert(text: string, path: JSONPath, value: unknown): string {
  const [edit] = modify(text, path, value, { isArrayInsertion: true });
  if (edit === undefined) return text;
  const edited = applyEdits(text, [edit]);
  const container = path.slice(0, -1).reduce<Node | undefined>(childAt, parseTree(text));
  const last = container?.children?.at(-1);
  const isInline = last !== undefined && !text.slice(container?.offset, last.offset).includes("\n");
  if (isInline) return edited;
  const layout: FormattingOptions = {
    insertSpaces: !/\n\t/.test(text),
    tabSize: /\n( +)\S/.exec(text)?.[1]?.length ?? 2,
    eol: text.includes("\r\n") ? "\r\n" : "\n",
  };
  // The braces of an empty object belong to what is laid out.
  const edge = last === undefined ? 1 : 0;
  const range = { offset: edit.offset - edge, length: edit.content.length + 2 * edge };
  return applyEdits(edited, format(edited, range, layout));
}

/** Removes one hook of ours, or what contains nothing else. What was empty in the copy becomes as it was there. */
function removeOne(text: string, copy: string): string {
  parse(text);
  const whole = parseTree(copy);
  const before = childAt(whole, "hooks");
  for (const property of propertiesOf(parseTree(text)))
    for (const event of nameOf(property) === "hooks" ? propertiesOf(property.children?.[1]) : [])
      for (const group of event.children?.[1]?.children ?? [])
        for (const hook of childAt(group, "hooks")?.children ?? []) {
          if (!isOurs(JSON.parse(text.slice(hook.offset, hook.offset + hook.length)) ?? {})) continue;
          const isAlone = (node: Node) => node.parent?.children?.length === 1;
          if (!isAlone(hook)) return cut(text, hook);
          const eventBefore = childAt(before, nameOf(event));
          if (!isAlone(group) || isEmpty(eventBefore)) return cut(text, group, insideOf(copy, eventBefore));
          if (!isAlone(event) || isEmpty(before)) return cut(text, event, insideOf(copy, before));
          return cut(text, property, insideOf(copy, whole));
        }
  return text;
}

/** The text without this item, its comma and the space between it and its neighbour. An only item leaves `inside`. */
function cut(text: string, node: Node, inside = ""): string {
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  const [before, after] = [siblings[at - 1], siblings[at + 1]];
  const { offset = 0, length = 0 } = node.parent ?? {};
  const [from, to] =
    before !== undefined
      ? [before.offset + before.length, node.offset + node.length]
      : after !== undefined
        ? [node.offset, after.offset]
        : [offset + 1, offset + length - 1];
  const rest = before === undefined && after === undefined ? inside : "";
  return text.slice(0, from) + rest + text.slice(to);
}

function propertiesOf(node: Node | undefined): Node[] {
  return node?.type === "object" ? (node.children ?? []) : [];
}

function nameOf(property: Node): string {
  return String(property.children?.[0]?.value);
}

function childAt(node: Node | undefined, name: string | number): Node | undefined {
  return propertiesOf(node).find((property) => nameOf(property) === name)?.children?.[1];
}

/** Checks everything the edits rely on. */
function parse(text: string): { hooks?: Record<string, (HookGroup | null)[]> } {
  if (text.startsWith("\uFEFF"))
    throw new SettingsFault("it begins with a byte order mark; save it as UTF-8 without one");
  let value: unknown;
  try {
    // Strictly: Claude Code may ignore a file with comments.
    value = JSON.parse(text);
  } catch (error) {
    throw new SettingsFault(`it is not JSON: ${(error as Error).message}`);
  }
  if (!isRecord(value)) throw new SettingsFault("it is not an object");
  if (value.hooks !== undefined && !isRecord(value.hooks)) throw new SettingsFault('"hooks" is not an object');
  for (const [event, groups] of Object.entries(value.hooks ?? {}))
    if (!Array.isArray(groups)) throw new SettingsFault(`"hooks.${event}" is not an array`);
  return value;
}

function isEmpty(node: Node | undefined): boolean {
  return node?.children?.length === 0;
}

/** What is between the brackets of an empty object or array: nothing, or space. */
function insideOf(text: string, node: Node | undefined): string {
  return node !== undefined && isEmpty(node) ? text.slice(node.offset + 1, node.offset + node.length - 1) : "";
}
