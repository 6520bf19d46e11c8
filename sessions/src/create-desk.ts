import { join } from "node:path";
import {
  type DeskAgentInfo,
  type DeskInfo,
  type HubClient,
  isRetryable,
  type Session,
  type SessionEvent,
  type StartSession,
  type WireAsk,
} from "@yourcall/client";
import { changePendingList, emptyPendingList, followPending, type PendingChange } from "@yourcall/client/internal";
import { type AskRequest, machineClock as clock, YourcallError } from "@yourcall/core";
import { pause } from "@yourcall/core/internal";
import { toAgentEnvironment } from "./agents/agent-environment.ts";
import { agentTable } from "./agents/agent-table.ts";
import { runsOf } from "./agents/conversation.ts";
import { toAllowedDirectory } from "./allowed-directory.ts";
import { createSession } from "./create-session.ts";
import { createSessionsElsewhere, type SessionsElsewhere } from "./elsewhere/sessions-elsewhere.ts";
import type { LiveSession, SessionPlace } from "./live-session.ts";
import { openTranscript } from "./open-transcript.ts";
import { openSessionPictures } from "./session-pictures.ts";
import { openSessionFiles, type SessionRecord } from "./session-record.ts";
import { startSession } from "./start-session.ts";
import { checkWorktree, hasFiles } from "./worktree/session-worktree.ts";

/** An agent that sessions can be started with. */
export interface OfferedAgent extends DeskAgentInfo {
  /** The command that starts it, if it is a separate program. */
  command?: readonly string[];
}

export interface DeskOptions {
  /** The state directory. */
  directory: string;
  /** Two clients of the hub: one through which agents ask, and the person's, which sees what is pending. */
  asker: HubClient;
  person: HubClient;
  agents: () => readonly OfferedAgent[];
  /** Sessions can be started here and below. Real paths. */
  directories: readonly string[];
  /** Names of further environment variables for the agents' programs. */
  variables: readonly string[];
  placeOf: (cwd: string) => Promise<SessionPlace>;
  /** How long unused sessions are kept at present; forever by default. */
  keepMs?: () => number | undefined;
  log: (message: string) => void;
}

/** The sessions of a desk. */
export interface Desk {
  info(): DeskInfo;
  /** The sessions that it does not run. */
  readonly elsewhere: Pick<SessionsElsewhere, "has" | "view" | "page" | "changedAt">;
  start(body: StartSession): Promise<LiveSession>;
  find(id: string): LiveSession;
  /** Deletes a session that is not running, and its transcript. */
  remove(id: string): Session;
  /** Calls back with every event until the returned function is called. */
  watch(onEvent: (event: SessionEvent) => void): () => void;
  /** Ends every agent. Their asks stay pending, and the next desk continues with them. */
  close(): Promise<void>;
}

// Watchers get changes of a streaming session at most this often; a list may show twenty sessions.
const emitMs = 200;
const forgetMs = 60 * 60 * 1000;
const retryMs = 500;

export async function createDesk(options: DeskOptions): Promise<Desk> {
  const { directory, person, log } = options;
  const asker = withMark(options.asker);
  const files = openSessionFiles(join(directory, "desk"));
  const sessions = new Map<string, LiveSession>();
  const watchers = new Set<(event: SessionEvent) => void>();
  const changed = new Set<string>();
  const over = new AbortController();
  const elsewhere = createSessionsElsewhere(process.env);
  let list = emptyPendingList;

  function emit(event: SessionEvent): void {
    for (const watcher of watchers) watcher(event);
  }

  function emitSoon(id: string): void {
    if (changed.size === 0) clock.after(emitMs, emitChanged);
    changed.add(id);
  }

  function emitChanged(): void {
    for (const id of changed) {
      const session = sessions.get(id);
      if (session !== undefined) emit({ type: "session", session: session.view() });
    }
    changed.clear();
  }

  function openSession(record: SessionRecord): LiveSession {
    const { id, agent, cwd } = record;
    const transcript = openTranscript({
      file: files.transcriptOf(id),
      clock,
      onChange: (change) =>
        emit("entry" in change ? { type: "entry", id, ...change } : { type: "text", id, ...change }),
      onFault: (message) => log(`The transcript of ${id} cannot be written: ${message}`),
    });
    function save(): void {
      try {
        files.save(record);
      } catch (error) {
        log(`The session ${id} cannot be saved: ${(error as Error).message}`);
      }
    }
    const session = createSession({
      record,
      transcript,
      pictures: openSessionPictures(files.picturesOf(id)),
      clock,
      async open() {
        await checkPlace(record);
        const { kind, command } = findAgent(agent);
        const opened = await agentTable[kind].open({
          ...{ asker, cwd, command, model: () => record.wantedModel, mode: () => record.mode },
          runs: runsOf(directory, cwd),
          env: toAgentEnvironment(process.env, { kind, session: id, added: options.variables }),
          session: { id, title: record.title, agent },
        });
        await opened.hold?.(id);
        return opened;
      },
      async place() {
        const { branch } = await options.placeOf(cwd);
        // A worktree is kept elsewhere; the person knows the checkout that it was made from.
        return { ...(await options.placeOf(record.worktree?.root ?? cwd)), branch };
      },
      async refuse(ask, note) {
        const refused = await keepTrying(() => asker.delivery(ask, { state: "refused", note, session: id }));
        if (refused?.delivery !== undefined) session.noteDelivery(ask, refused.delivery);
      },
      withdraw: async (ask) => void (await asker.cancel(ask, "The session was stopped.").catch(() => {})),
      save,
      onChange: () => emitSoon(id),
    });
    sessions.set(id, session);
    return session;
  }

  async function checkPlace({ cwd, worktree }: SessionRecord): Promise<void> {
    // The directory may have moved, or its symlink may lead elsewhere by now.
    await toAllowedDirectory(worktree?.root ?? cwd, options.directories);
    if (worktree !== undefined) checkWorktree(worktree);
  }

  function findAgent(name: string): OfferedAgent {
    const found = options.agents().find((agent) => agent.name === name);
    if (found !== undefined) return found;
    const names = options.agents().map((agent) => agent.name);
    throw new YourcallError(
      "invalid-ask",
      `Unknown agent "${name}". ${names.length === 0 ? "None is installed." : `Available: ${names.join(", ")}.`}`,
    );
  }

  function onPending(change: PendingChange): void {
    list = changePendingList(list, change);
    if (change.type === "asks-listed") for (const ask of change.asks) noteAsk(ask);
    else if (change.type === "ask-created" || change.type === "ask-ended") noteAsk(change.ask);
    else if (change.type === "ask-delivered")
      for (const session of sessions.values()) session.noteDelivery(change.id, change.delivery);
    else if (change.type === "ask-forgotten") for (const session of sessions.values()) session.noteGone(change.id);
  }

  function noteAsk(ask: WireAsk): void {
    const session = sessionOf(ask);
    if (session !== undefined) session.noteAsk(ask);
    else if (elsewhere.note(ask)) emit({ type: "session", session: elsewhere.view(ask.agent.session ?? "") });
  }

  /** The session that asked. Its agents use the shared token; with another token, anybody can claim to be one. */
  function sessionOf({ agent, token }: WireAsk): LiveSession | undefined {
    return agent.session === undefined || token !== undefined ? undefined : sessions.get(agent.session);
  }

  async function keepTrying<Result>(act: () => Promise<Result>): Promise<Result | undefined> {
    while (!over.signal.aborted) {
      try {
        return await act();
      } catch (error) {
        if (!isRetryable(error)) return undefined;
        await pause(clock, retryMs, over.signal).catch(() => {});
      }
    }
    return undefined;
  }

  /** The current state of the asks that a session waited for when its desk ended. */
  async function findOpen({ id, openAsks, orphanedAsks, isActive }: SessionRecord): Promise<WireAsk[]> {
    const known = [...new Set([...openAsks, ...orphanedAsks])];
    const found = await Promise.all(known.map((ask) => keepTrying(() => person.get(ask))));
    const pending = isActive ? await keepTrying(() => person.list({ status: "pending", session: id })) : undefined;
    const rest = pending?.asks.filter((ask) => !known.includes(ask.id) && ask.token === undefined) ?? [];
    return [...found.filter((ask) => ask !== undefined), ...rest];
  }

  async function restore(record: SessionRecord): Promise<void> {
    const session = openSession(record);
    session.restore(await findOpen(record));
  }

  function find(id: string): LiveSession {
    const session = sessions.get(id);
    if (session !== undefined) return session;
    throw elsewhere.has(id)
      ? new YourcallError("invalid-ask", "This session does not run at the desk. Here it can only be read.")
      : new YourcallError("not-found", `There is no session ${id}.`);
  }

  function forget(session: LiveSession): void {
    const { id } = session.record;
    void session.close();
    sessions.delete(id);
    files.remove(id);
    emit({ type: "session-forgotten", id });
  }

  /** Forgets sessions that have not been used for longer than `keepMs`. */
  function forgetOld(): void {
    const keepMs = options.keepMs?.();
    for (const session of sessions.values()) {
      const { state, since } = session.view();
      const isOld = keepMs !== undefined && clock.now() - Date.parse(since) > keepMs;
      if (!isOld || state === "working" || state === "waiting" || hasFiles(session)) continue;
      forget(session);
    }
    const callOff = clock.after(forgetMs, forgetOld);
    over.signal.addEventListener("abort", callOff, { once: true });
  }

  await Promise.all(files.load().map(restore));
  forgetOld();
  void followPending({ client: person, signal: over.signal, list: () => list, onChange: onPending }).catch((error) => {
    if (!over.signal.aborted) log(`The hub cannot be followed: ${error.message}`);
  });

  return {
    elsewhere,
    info: () => ({
      sessions: [...[...sessions.values()].map((session) => session.view()), ...elsewhere.views()],
      agents: options.agents().map(({ name, kind }) => ({ name, kind, takesPictures: agentTable[kind].takesPictures })),
      directories: [...options.directories],
    }),
    start: (body) => startSession(body, { ...options, countSessions: () => sessions.size, findAgent, openSession }),
    find,
    remove(id) {
      const session = find(id);
      const view = session.view();
      if (view.state === "working" || view.state === "waiting")
        throw new YourcallError("invalid-ask", "The agent is at work. Stop the session first.");
      if (hasFiles(session))
        throw new YourcallError("invalid-ask", "The session has a worktree with its changes. Discard that first.");
      forget(session);
      return view;
    },
    watch(onEvent) {
      watchers.add(onEvent);
      return () => watchers.delete(onEvent);
    },
    async close() {
      over.abort();
      await Promise.all([...sessions.values()].map((session) => session.close()));
    },
  };
}

/** Marks every ask, so that pages learn of a desk even if they know none of its sessions. */
function withMark(asker: HubClient): HubClient {
  const mark = (request: AskRequest): AskRequest => ({ ...request, metadata: { ...request.metadata, desk: true } });
  return {
    ...asker,
    ask: (request, options) => asker.ask(mark(request), options),
    create: (request, options) => asker.create(mark(request), options),
  };
}
