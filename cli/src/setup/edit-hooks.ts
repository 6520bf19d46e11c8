import { isDeepStrictEqual } from "node:util";
import { type HookGroup, isOurs, type SettingsHook } from "./claude-hooks.ts";
import { appendTo, removeFrom } from "./edit-json.ts";
import { type JsonNode, locateJson, memberOf } from "./json-text.ts";

/** Why a settings file is left as it is. */
export class SettingsFault extends Error {
  override readonly name = "SettingsFault";
}

type Groups = [event: string, group: HookGroup][];

/**
 * The settings with exactly these hooks of ours; everything else stays as it stands, byte for byte. `earlier` are the copies
 * kept when the file was written, the latest first.
 */
export function putHooks(text: string, groups: Groups, earlier: readonly string[] = []): string {
  const given = toObjectText(text);
  if (isDeepStrictEqual(ownGroups(given), groups)) return given;
  return addGroups(toObjectText(removeHooks(given, earlier)), groups);
}

/**
 * The settings without any hook of ours. A copy that becomes this very text by adding them is what was there before; else
 * they are taken out of the text, with what is empty then and was not before.
 */
export function removeHooks(text: string, earlier: readonly string[] = []): string {
  if (text.trim() === "") return text;
  const own = ownGroups(text);
  const copies = earlier.filter(isWithoutOurs);
  const before = copies.find((copy) => own.length > 0 && addGroups(toObjectText(copy), own) === text);
  if (before !== undefined) return before;
  const { hooks } = parse(toObjectText(copies[0] ?? ""));
  let edited = text;
  for (;;) {
    const next = removeOne(edited, hooks);
    if (next === edited) return edited;
    edited = next;
  }
}

/** Did `setup` make the whole of this file? Then it holds our hooks and nothing else, and no copy was kept of another. */
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

/** The hooks of ours, each as the group it would be by itself. */
export function ownGroups(text: string): Groups {
  const value = parse(text);
  return Object.entries(value.hooks ?? {}).flatMap(([event, groups]) =>
    (Array.isArray(groups) ? groups : []).flatMap(
      (group: HookGroup | null): Groups =>
        hooksOf(group)
          .filter(isOurs)
          .map((hook) => [event, { ...group, hooks: [hook] }]),
    ),
  );
}

function addGroups(text: string, groups: Groups): string {
  return groups.reduce((edited, [event, group]) => addGroup(edited, event, group), text);
}

function addGroup(text: string, event: string, group: HookGroup): string {
  const root = locate(text);
  const hooks = memberOf(root, "hooks")?.value;
  if (hooks === undefined) return appendTo(text, root, { name: "hooks", value: { [event]: [group] } });
  const list = memberOf(hooks, event)?.value;
  if (list === undefined) return appendTo(text, hooks, { name: event, value: [group] });
  return appendTo(text, list, { value: group });
}

/** One step of taking ours away: a hook, or what became empty by that. What was empty before stays. */
function removeOne(text: string, before: Record<string, unknown> | undefined): string {
  const root = locate(text);
  const hooks = memberOf(root, "hooks")?.value;
  if (root.type !== "object" || hooks?.type !== "object") return text;
  for (const [eventIndex, { name, value: list }] of hooks.members.entries()) {
    if (list.type !== "array") continue;
    for (const [groupIndex, group] of list.items.entries()) {
      const inner = memberOf(group, "hooks")?.value;
      if (inner?.type !== "array") continue;
      const index = inner.items.findIndex(({ from, to }) => isOurs(JSON.parse(text.slice(from, to)) ?? {}));
      if (index === -1) continue;
      // Each level goes with the last thing in it.
      if (inner.items.length > 1) return removeFrom(text, inner, index);
      if (list.items.length > 1 || isEmpty(before?.[name])) return removeFrom(text, list, groupIndex);
      if (hooks.members.length > 1 || isEmpty(before)) return removeFrom(text, hooks, eventIndex);
      return removeFrom(
        text,
        root,
        root.members.findIndex(({ value }) => value === hooks),
      );
    }
  }
  return text;
}

function locate(text: string): JsonNode {
  parse(text);
  return locateJson(text);
}

/** Checks all that the edits rely on. */
function parse(text: string): { hooks?: Record<string, unknown> } {
  if (text.startsWith("\uFEFF"))
    throw new SettingsFault("it begins with a byte order mark: save it as UTF-8 without one");
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new SettingsFault(`it is not JSON: ${(error as Error).message}`);
  }
  if (!isObject(value)) throw new SettingsFault("it holds no object");
  if (value.hooks !== undefined && !isObject(value.hooks)) throw new SettingsFault('its "hooks" is no object');
  for (const [event, groups] of Object.entries(value.hooks ?? {}))
    if (!Array.isArray(groups)) throw new SettingsFault(`its "hooks.${event}" is no list`);
  return value as { hooks?: Record<string, unknown> };
}

function hooksOf(group: HookGroup | null): SettingsHook[] {
  return Array.isArray(group?.hooks) ? group.hooks.filter(isObject) : [];
}

function isEmpty(value: unknown): boolean {
  return typeof value === "object" && value !== null && Object.keys(value).length === 0;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
