/** Where a person's files are. */
export interface HostPlaces {
  home: string;
  env: Readonly<Record<string, string | undefined>>;
}

/** What `setup` writes into the file that runs inside a host: how to start a hub, and which one. */
export interface PluginSettings {
  /** The host's name in the table. */
  host: string;
  /** The person's settings of yourcall itself. */
  config: string;
  /** How to start yourcall: a program and its arguments. */
  command: readonly string[];
  /** `YOURCALL_HOME`, `YOURCALL_URL` and `YOURCALL_TOKEN`, if they were set when `setup` ran. */
  env: Readonly<Record<string, string>>;
  /** Set in the file for approvals, of a host that has one of its own for them. */
  approvals?: true;
}

/** A file that connects a host. */
export type HostFile =
  /** All of it is ours. `only`: written if a person asks for it. `inOwnDirectory`: nothing else belongs beside it. */
  | { kind: "own"; file: string; text: string; only?: "approvals"; inOwnDirectory?: true }
  /**
   * Entries in the host's own settings. `comments`: the host reads comments and trailing commas. `isShared`: a person may have set the
   * same for another purpose, and then it stays.
   */
  | {
      kind: "json";
      file: string;
      comments: boolean;
      isShared?: true;
      entries: readonly { path: readonly [string, ...string[]]; value: unknown }[];
    }
  | HookFile;

/** Hooks in the host's own settings, each group under its event. Hooks of others stay. */
export interface HookFile {
  kind: "hooks";
  file: string;
  /** The host reads comments and trailing commas. */
  comments?: true;
  /** Written if a person asks for it. */
  only?: "hooks";
  groups: HookGroups;
  /** The hooks to write instead if a person asks for approvals too. */
  withApprovals?: HookGroups;
}

type HookGroups = [event: string, group: { matcher?: string; hooks: Record<string, unknown>[] }][];

/** A program with a dialog of its own, whose questions and approvals can also be in the hub. */
export interface Host {
  /** For people: `OpenCode`. */
  title: string;
  /** The command that starts it; `--version` prints its version. */
  program: string;
  /** The version that the tests run. */
  tested: string;
  /** What stays in the host's own window, in one sentence; for `doctor`. */
  limits?: string;
  /** The host's own directory; if that or the program exists, the host is installed. */
  directory(places: HostPlaces): string;
  /**
   * Set if its own dialog has to wait for the hub. `setup` then connects it with `--questions`; `offer`: it also asks about it, and `--yes`
   * alone is no yes to that.
   */
  isOnRequest?: "flag" | "offer";
  /** Why it cannot be connected with these settings, and what to do. */
  refuse?(settings: PluginSettings): string | undefined;
  /** What `setup` writes. `bundle` reads a file of `cli/dist/hosts`. */
  files(places: HostPlaces, settings: PluginSettings, bundle: (name: string) => string): HostFile[];
  /** What a person has to do once the files are written. */
  next: string;
  /** What to do instead if the files for approvals were written. */
  nextApprovals?: string;
  /** What to do instead if hooks were written on request. */
  nextHooks?: string;
}
