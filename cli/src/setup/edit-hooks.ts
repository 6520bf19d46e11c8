import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@yourcall/core/internal";
import { type Node, parseTree } from "jsonc-parser";
import { type HookGroup, isOurs, type SettingsHook } from "./claude-hooks.ts";
import { addTo, cut, nodeAt, read } from "./edit-json.ts";
import { SettingsFault } from "./replace-file.ts";

type Groups = [event: string, group: HookGroup][];

/** The settings with these hooks as our only ones; everything else keeps its bytes. `copy` is the file as it was before our hooks. */
export function putHooks(text: string, groups: Groups, copy?: string): string {
  const given = toObjectText(text);
  // As they would be written: without what is undefined.
  if (isDeepStrictEqual(ownGroups(given), JSON.parse(JSON.stringify(groups)))) return given;
  const edited = addGroups(toObjectText(removeHooks(given, copy)), groups);
  if (ownGroups(edited).length !== groups.length) throw new SettingsFault('it has "hooks" twice');
  return edited;
}

/**
 * The settings without any hook of ours. If adding the hooks to the copy gives exactly this text, the copy is returned. Otherwise
 * they are cut out, together with objects and arrays that are empty afterwards and were not before.
 */
export function removeHooks(text: string, copy?: string): string {
  if (text.trim() === "") return text;
  const own = ownGroups(text);
  const before = isWithoutOurs(copy) ? copy : undefined;
  const was = toObjectText(before ?? "");
  if (before !== undefined && own.length > 0 && addGroups(was, own) === text) return before;
  let edited = text;
  for (;;) {
    const next = removeOne(edited, was);
    if (next === edited) return edited;
    edited = next;
  }
}

/** Whether `setup` created this file: it contains only our hooks, and there is no copy of an earlier one. */
export function isAllOurs(text: string, copy: string | undefined): boolean {
  const own = isWithoutOurs(copy) ? [] : ownGroups(text);
  return own.length > 0 && addGroups(toObjectText(""), own) === text;
}

function toObjectText(text: string): string {
  return text.trim() === "" ? "{}\n" : text;
}

function isWithoutOurs(copy: string | undefined): copy is string {
  try {
    return copy !== undefined && ownGroups(copy).length === 0;
  } catch {
    return false;
  }
}

/** Our hooks in a settings file, each as its own group. An empty file has none. */
export function ownGroups(text: string): Groups {
  return Object.entries(parse(toObjectText(text)).hooks ?? {}).flatMap(([event, groups]) =>
    groups.flatMap((group): Groups => {
      const hooks: SettingsHook[] = Array.isArray(group?.hooks) ? group.hooks.filter(isRecord) : [];
      return hooks.filter(isOurs).map((hook) => [event, { ...group, hooks: [hook] }]);
    }),
  );
}

function addGroups(text: string, groups: Groups): string {
  return groups.reduce((edited, [event, group]) => {
    parse(edited);
    const root = parseTree(edited);
    const [hooks, known] = [nodeAt(root, ["hooks"]), nodeAt(root, ["hooks", event])];
    if (known !== undefined) return addTo(edited, known, group);
    if (hooks !== undefined) return addTo(edited, hooks, [group], event);
    return root === undefined ? edited : addTo(edited, root, { [event]: [group] }, "hooks");
  }, text);
}

/**
 * Removes one hook of ours, together with what contains nothing else. Anything that was empty in the copy becomes as it was
 * there.
 */
function removeOne(text: string, copy: string): string {
  parse(text);
  const whole = parseTree(copy);
  const before = nodeAt(whole, ["hooks"]);
  for (const property of parseTree(text)?.children ?? [])
    for (const event of nameOf(property) === "hooks" ? (property.children?.[1]?.children ?? []) : [])
      for (const group of event.children?.[1]?.children ?? [])
        for (const hook of nodeAt(group, ["hooks"])?.children ?? []) {
          if (!isOurs(JSON.parse(text.slice(hook.offset, hook.offset + hook.length)) ?? {})) continue;
          const isAlone = (node: Node) => node.parent?.children?.length === 1;
          if (!isAlone(hook)) return cut(text, hook);
          const eventBefore = nodeAt(before, [nameOf(event)]);
          if (!isAlone(group) || isEmpty(eventBefore)) return cut(text, group, insideOf(copy, eventBefore));
          if (!isAlone(event) || isEmpty(before)) return cut(text, event, insideOf(copy, before));
          return cut(text, property, insideOf(copy, whole));
        }
  return text;
}

function nameOf(property: Node): string {
  return String(property.children?.[0]?.value);
}

/** Checks everything the edits rely on. */
function parse(text: string): { hooks?: Record<string, (HookGroup | null)[]> } {
  // Strict JSON: Claude Code may ignore a file with comments.
  const value = read(text, false);
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
