import { isDeepStrictEqual } from "node:util";
import { isRecord } from "@yourcall/core/internal";
import type { FileChange } from "./change-files.ts";
import { type HookGroup, isOurs } from "./claude-hooks.ts";
import { changeJson, isSameJson, readJson } from "./edit-json.ts";
import { SettingsFault } from "./replace-file.ts";

type Groups = [event: string, group: HookGroup][];
type Hooks = Record<string, unknown[]>;

/** Adds these hooks to a file as our only ones, or removes ours. `comments`: the file's program accepts comments. */
export function toHooksChange(file: string, groups: Groups, removes: boolean, comments = false): FileChange {
  return {
    file,
    removes,
    edit: (text, copy) => (removes ? removeHooks(text, copy, comments) : putHooks(text, groups, copy, comments)),
    // A file that only `setup` wrote is removed.
    goes: (text, copy) => removes && isAllOurs(text, copy, comments),
    isClean: (text) => !hasOwnHooks(text, comments) && !hasServer(text, comments),
  };
}

/** The settings with these hooks as our only ones. `copy` is the file as it was before our hooks. */
export function putHooks(text: string, groups: Groups, copy?: string, comments = false): string {
  if (text.trim() !== "" && isSameGroups(ownGroups(text, comments), groups)) return text;
  return addGroups(removeHooks(text, copy, comments), groups, comments);
}

/**
 * The settings without any hook of ours. If adding the hooks to the copy gives exactly this text, the copy is returned. Otherwise
 * they are taken out, together with what contains nothing else; the copy is returned if then only space differs.
 */
export function removeHooks(text: string, copy?: string, comments = false): string {
  if (text.trim() === "") return text;
  const own = ownGroups(text, comments);
  if (own.length > 0 && isWithoutOurs(copy, comments) && addGroups(copy, own, comments) === text) return copy;
  const without = changeSettings(text, comments, (hooks) => {
    if (own.length === 0) return hooks;
    const left = Object.entries(hooks ?? {}).flatMap(([event, groups]) => {
      const others = groups.flatMap(withoutOurs);
      return others.length === 0 && groups.length > 0 ? [] : [[event, others] as const];
    });
    return left.length === 0 ? undefined : Object.fromEntries(left);
  });
  return own.length > 0 && isWithoutOurs(copy, comments) && isSameJson(without, copy) ? copy : without;
}

/** Whether `setup` created this file: it contains only our hooks, and there is no copy of an earlier one. */
export function isAllOurs(text: string, copy: string | undefined, comments = false): boolean {
  const own = isWithoutOurs(copy, comments) ? [] : ownGroups(text, comments);
  return own.length > 0 && addGroups("", own, comments) === text;
}

/** Our hooks in a settings file, each as its own group. An empty file has none. */
export function ownGroups(text: string, comments = false): Groups {
  const { hooks = {} } = checkHooks(readJson(text.trim() === "" ? "{}" : text, comments));
  return Object.entries(hooks).flatMap(([event, groups]) =>
    groups.filter(isGroup).flatMap(
      (group): Groups =>
        group.hooks
          .filter(isRecord)
          .filter(isOurs)
          .map((hook) => [event, { ...group, hooks: [hook] }]),
    ),
  );
}

/** Whether these are the same hooks, as they would be written, in any order of their events. */
function isSameGroups(one: Groups, other: Groups): boolean {
  const [lines, others] = [one, other].map((groups) => groups.map((group) => JSON.stringify(group)).sort());
  return isDeepStrictEqual(lines, others);
}

function addGroups(text: string, groups: Groups, comments: boolean): string {
  return changeSettings(text, comments, (hooks = {}) => {
    const added: Hooks = { ...hooks };
    for (const [event, group] of groups) added[event] = [...(added[event] ?? []), group];
    return added;
  });
}

/** A group without our hooks; none if nothing is left. */
function withoutOurs(group: unknown): unknown[] {
  if (!isGroup(group)) return [group];
  const hooks = group.hooks.filter((hook) => !isRecord(hook) || !isOurs(hook));
  if (hooks.length === group.hooks.length) return [group];
  return hooks.length === 0 ? [] : [{ ...group, hooks }];
}

function isGroup(group: unknown): group is HookGroup {
  return isRecord(group) && Array.isArray(group.hooks);
}

/** Whether hooks of ours are in a settings file, which may also be one that has no hooks. */
export function hasOwnHooks(text: string, comments: boolean): boolean {
  try {
    return ownGroups(text, comments).length > 0;
  } catch {
    return false;
  }
}

/** Whether the MCP server is in this file, where some programs keep their hooks too. */
function hasServer(text: string, comments: boolean): boolean {
  const settings = text.trim() === "" ? {} : readJson(text, comments);
  return Object.values(settings).some((value) => isRecord(value) && Object.hasOwn(value, "yourcall"));
}

function isWithoutOurs(copy: string | undefined, comments: boolean): copy is string {
  try {
    return copy !== undefined && ownGroups(copy, comments).length === 0;
  } catch {
    return false;
  }
}

function changeSettings(
  text: string,
  comments: boolean,
  toHooks: (hooks: Hooks | undefined) => Hooks | undefined,
): string {
  return changeJson(text, comments, (before) => ({ ...before, hooks: toHooks(checkHooks(before).hooks) }));
}

function checkHooks(settings: Record<string, unknown>): { hooks?: Hooks } {
  const { hooks } = settings;
  if (hooks !== undefined && !isRecord(hooks)) throw new SettingsFault('"hooks" is not an object');
  for (const [event, groups] of Object.entries(hooks ?? {}))
    if (!Array.isArray(groups)) throw new SettingsFault(`"hooks.${event}" is not an array`);
  return settings as { hooks?: Hooks };
}
