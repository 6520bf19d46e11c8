import { expect } from "vitest";
import { asks, calls, openPlace, says } from "../support/agent-chat.ts";
import { database } from "../support/asks.ts";
import { homeOfBackgroundHub } from "../support/background-hub.ts";
import { startHub } from "../support/hub.ts";
import { testInNeovim } from "../support/nvim.ts";

const events = `
  vim.api.nvim_create_autocmd("User", { pattern = "Yourcall*", callback = function(event)
    local data = event.data or {}
    _G.heard = (_G.heard or "") .. " " .. event.match .. " " .. (data.header or data.status or "")
    _G.heard = vim.trim(_G.heard)
  end })
  vim.api.nvim_create_autocmd("FileType", { pattern = "yourcall*", callback = function(event)
    _G.types = (_G.types or "") .. " " .. event.match
    if event.match == "yourcall" then vim.keymap.del("n", "q", { buffer = event.buf }) end
  end })
  vim.cmd("highlight YourcallReady guifg=#123456")`;

testInNeovim(
  "autocommands hear of an ask once, filetypes can change keys, and colors that the person has set stay",
  async (openNeovim) => {
    const hub = await startHub({ directory: homeOfBackgroundHub() });
    const replies = [calls("One.", asks("t1", database)), calls("Two.", asks("t2", database)), says("Good.")];
    const place = await openPlace(replies, { home: hub.directory });
    const nvim = openNeovim(place, { lua: events, rows: 60 });
    // The ask is in the inbox, too, and heard of once.
    nvim.command("Yourcall inbox");
    await nvim.see("Nothing waits for you.");
    await nvim.chat("go");
    await nvim.see("untouched, keep one");
    await nvim.deleteLine("PostgreSQL");
    await nvim.deleteLine("MongoDB");
    await nvim.see("1 left ✔");
    nvim.press("enter");
    await nvim.see("untouched, keep one");
    nvim.type("]q");
    nvim.command("Yourcall decline");
    await nvim.see("Why? (may be empty)");
    // <Esc> declines nothing.
    nvim.press("escape");
    await nvim.see("Nothing was declined.");
    nvim.command("Yourcall decline");
    await nvim.see("Why? (may be empty)");
    nvim.type("not today\r");
    await nvim.see(/– Database: declined \("not today"\).*Good\.\s+# You/s);
    nvim.command("lua print(heard)");
    await nvim.see(
      /YourcallAsked( Database)? YourcallAnswered( answered)? YourcallAsked\1 YourcallEnded( declined)? YourcallEnded/,
    );
    nvim.command("lua print(types .. '.')");
    await nvim.see("yourcall-list yourcall.");
    nvim.command("nmap <buffer> q");
    await nvim.see("No mapping found");
    nvim.command("highlight YourcallReady");
    await nvim.see("guifg=#123456");
    nvim.command("highlight YourcallOpen");
    await nvim.see(/YourcallOpen +xxx links to (DiagnosticInfo|Directory)/);
  },
);

testInNeovim("g? shows the keys of a buffer, and q closes it and keeps what waits", async (openNeovim) => {
  const hub = await startHub();
  await hub.ask([database]);
  const nvim = openNeovim({ directory: hub.directory, env: { YOURCALL_HOME: hub.directory } });
  // While a macro is recorded, q ends that, and is not in it.
  nvim.type("qa");
  await nvim.see("recording @a");
  nvim.command("Yourcall inbox");
  await nvim.see("1 waiting · <CR> opens");
  nvim.type("q");
  await nvim.gone("recording @a");
  nvim.command("echo 'recorded:' trim(getreg('a'))");
  await nvim.see(/^recorded: :Yourcall inbox$/m);
  nvim.type("g?");
  expect(await nvim.see("show these keys")).toMatch(/<CR> +open/);
  nvim.type("q");
  await nvim.gone("show these keys");
  nvim.press("enter");
  await nvim.see("untouched, keep one");
  nvim.command("set filetype?");
  await nvim.see("filetype=yourcall-sheet");
  await nvim.deleteLine("MongoDB");
  nvim.type("g?");
  const keys = await nvim.see("show these keys");
  for (const key of ["ZZ", "]q", "[q", "<CR>", "q "]) expect(keys).toContain(` ${key}`);
  nvim.press("escape");
  await nvim.gone("show these keys");
  // It goes back to the list; the edit is still there.
  nvim.type("q");
  await nvim.see("1 waiting · <CR> opens");
  nvim.press("enter");
  expect(await nvim.see("2 left, keep one")).toContain("[1 waiting]");
});
