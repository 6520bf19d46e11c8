import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { StartSession } from "@yourcall/client";
import { machineClock as clock, YourcallError } from "@yourcall/core";
import { cleanPicture, readPicture, toTitle } from "@yourcall/core/internal";
import { agentTable } from "./agents/agent-table.ts";
import { checkAllowedRoot, toAllowedDirectory } from "./allowed-directory.ts";
import type { LiveSession } from "./live-session.ts";
import type { SessionRecord } from "./session-record.ts";
import { addWorktree } from "./worktree/add-worktree.ts";

/** What starting a session needs of its desk. */
interface StartingDesk {
  /** The state directory. */
  directory: string;
  /** Sessions can be started here and below. Real paths. */
  directories: readonly string[];
  countSessions(): number;
  findAgent(name: string): Pick<SessionRecord, "kind">;
  openSession(record: SessionRecord): LiveSession;
}

const mostSessions = 1000;

/** Starts a session with its first prompt, in a new worktree if wanted. */
export async function startSession(body: StartSession, desk: StartingDesk): Promise<LiveSession> {
  const { agent, prompt, mode = "default", model, pictures, worktree: wantsWorktree = false } = body;
  const wanted = await toAllowedDirectory(body.directory, desk.directories);
  const { kind } = desk.findAgent(agent);
  // Before anything is made for the session, because a picture may be refused.
  const images = pictures?.map((data) => cleanPicture(readPicture(Buffer.from(data, "base64"))).bytes);
  if (images !== undefined && agentTable[kind].takesPictures !== true)
    throw new YourcallError("invalid-ask", `${agent} takes no pictures with its first prompt.`);
  if (desk.countSessions() >= mostSessions)
    throw new YourcallError(
      "too-many",
      `There are already ${mostSessions} sessions. Set "keep" in config.json to delete old ones.`,
    );
  const checkRoot = (root: string) => checkAllowedRoot(root, desk.directories);
  const folder = join(desk.directory, "worktrees");
  const added = wantsWorktree ? await addWorktree({ cwd: wanted, prompt, folder, checkRoot }) : undefined;
  const at = new Date(clock.now()).toISOString();
  const session = desk.openSession({
    ...{ version: 1, id: randomUUID(), title: toTitle(prompt), prompt, agent, kind, mode },
    ...{ cwd: added?.worktree.cwd ?? wanted, worktree: added?.worktree, wantedModel: model },
    ...{ createdAt: at, since: at, hasBegun: false, isActive: false },
    ...{ openAsks: [], orphanedAsks: [], unsentMessages: [], queue: [] },
  });
  if (images !== undefined) session.record.promptPictures = images.map((bytes) => session.pictures.add(bytes).id);
  session.begin(added?.notes);
  return session;
}
