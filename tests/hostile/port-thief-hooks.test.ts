import { expect, test } from "vitest";
import { homeOfBackgroundHub, hubIn, humanClientIn } from "../support/background-hub.ts";
import { choose, question } from "../support/claude-hooks.ts";
import { askOf } from "../support/find-ask.ts";
import { startCommand, startHub } from "../support/hub.ts";
import { takePort } from "../support/port-thief.ts";

test("a program that takes the port of a killed hub gets no token from the hook and does not answer for it", async () => {
  const hub = await startHub({ directory: homeOfBackgroundHub() });
  await hub.stop("SIGKILL");
  const thief = await takePort(hub.url);
  const hook = startCommand(["hook", "claude"], {
    stdin: JSON.stringify({
      hook_event_name: "PermissionRequest",
      session_id: "session",
      tool_name: "AskUserQuestion",
      tool_input: question("Which one?"),
    }),
    env: { YOURCALL_HOME: hub.directory },
  });
  await hubIn(hub.directory, hub);
  const client = await humanClientIn(hub.directory);
  await choose(client, await askOf(client, "Which one?"), "Two");
  expect((await hook.ended).stdout).toContain('"Two"');
  expect(thief.seen).toEqual([]);
});
