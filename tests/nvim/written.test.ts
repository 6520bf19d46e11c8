import { expect } from "vitest";
import { database } from "../support/asks.ts";
import { startHub, type TestHub, temporaryDirectory } from "../support/hub.ts";
import { type Neovim, type OpenNeovim, testInEveryNeovim } from "../support/nvim.ts";

async function openInbox(openNeovim: OpenNeovim, lua: string): Promise<{ hub: TestHub; nvim: Neovim }> {
  const hub = await startHub();
  const nvim = openNeovim({ directory: temporaryDirectory("work"), env: { YOURCALL_HOME: hub.directory } }, { lua });
  return { hub, nvim };
}

/** Opens the sheet of a new ask and leaves one option in it. */
async function openEdited(hub: TestHub, nvim: Neovim): Promise<() => Promise<unknown>> {
  nvim.command("silent! only | Yourcall inbox");
  nvim.command("silent! only");
  await nvim.see("Nothing waits for you.");
  const ask = await hub.ask([database]);
  await nvim.see("1 waiting · <CR> opens");
  nvim.type("G");
  nvim.press("enter");
  await nvim.see("untouched, keep one");
  await nvim.deleteLine("PostgreSQL");
  await nvim.deleteLine("MongoDB");
  await nvim.see("1 left ✔");
  return async () => (await hub.client("human").get(ask.id)).outcome;
}

const mappings = `
  vim.keymap.set("n", "<C-s>", ":w<CR>")
  vim.keymap.set("i", "<C-s>", function() vim.cmd("silent! update") end)
  vim.keymap.set("n", "<Space>w", "<Cmd>w<CR><Esc>")`;

testInEveryNeovim("ZZ, :x and the person's own mappings send a sheet as :w does", async (openNeovim) => {
  const { hub, nvim } = await openInbox(openNeovim, mappings);
  const refused = await openEdited(hub, nvim);
  nvim.type("u");
  await nvim.see("2 left, keep one");
  nvim.type("ZZ");
  await nvim.see("takes one answer and 2 are left");
  expect(nvim.screen()).toContain("- SQLite");
  expect(nvim.screen()).not.toContain("E37");
  expect(await refused()).toBeUndefined();
  nvim.command("Yourcall! decline");
  await nvim.see("declined");

  const sent = {
    status: "answered",
    answers: [{ selectedOptions: ["SQLite"] }],
    by: { surface: "nvim", act: "sheet" },
  };
  // In a window of its own, which :x and ZZ close. The last two: a command, and in insert mode a function.
  for (const keys of [":split\rZZ", ":split\r:x\r", "\x13", " w", "Go\x13\x1b"]) {
    const outcome = await openEdited(hub, nvim);
    nvim.type(keys);
    await expect.poll(outcome, { timeout: 20_000 }).toMatchObject(sent);
  }
});

const scripts = `
  local function on(event, group) vim.api.nvim_create_autocmd(event, { group = group, nested = true, command = "write" }) end
  function _G.saves(event)
    local group = vim.api.nvim_create_augroup("saves", {})
    if event then on(event, group) end
  end
  vim.keymap.set("n", "<Space>n", "<Cmd>new<CR>")
  vim.keymap.set("n", "<C-s>", function() vim.defer_fn(function() vim.cmd("write") end, 20) end)
  -- Registered before the plugin's own autocommands, so that it is also scheduled before what they schedule.
  vim.api.nvim_create_autocmd("CmdlineLeave", { callback = function()
    if vim.fn.getcmdline() == "w copy.md" then vim.schedule(function() vim.cmd("write") end) end
  end })`;

testInEveryNeovim("autocommands, timers and functions that write a sheet send nothing", async (openNeovim) => {
  const { hub, nvim } = await openInbox(openNeovim, scripts);
  const outcome = await openEdited(hub, nvim);
  const sendsNothing = async (keys: string) => {
    nvim.type(keys);
    await nvim.see("Nothing was sent, since you did not type :w. <CR> sends.");
    expect(await outcome()).toBeUndefined();
    nvim.command("lua saves(); vim.cmd('redraw | echo')");
    await nvim.gone("Nothing was sent");
  };
  nvim.command("lua saves('InsertLeave')");
  await sendsNothing("Go\x1b");
  // A mapping of the person's, which does not write, leads to an autocommand that does.
  nvim.command("lua saves('BufLeave')");
  await sendsNothing(" n");
  nvim.command("quit");
  await sendsNothing("\x13");
  // The :w that was typed is for a copy; a script's comes after it.
  await sendsNothing(":w copy.md\r");
});
