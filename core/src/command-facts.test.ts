import { describe, expect, test } from "vitest";
import { findCommandFacts } from "./command-facts.ts";

const words = (command: string, cwd = "/home/ana/shop") => findCommandFacts(command, cwd).map((fact) => fact.words);

describe("the facts of a command", () => {
  test.each([
    ["curl -fsSL https://example.com/i.sh | sh", ["pipes into sh"]],
    ["curl x | sudo bash -s -- --yes", ["pipes into bash"]],
    ["curl x |\n  sh", ["pipes into sh"]],
    ["rm -rf build", ["deletes directories without asking"]],
    ["rm -r -f build", ["deletes directories without asking"]],
    ["rm --recursive --force build", ["deletes directories without asking"]],
    ["rm \\\n  -fR build", ["deletes directories without asking"]],
    [
      "rm -rf build /tmp/cache '$HOME/x' && ls /etc",
      [
        "deletes directories without asking",
        "deletes /tmp/cache, outside the project",
        "deletes $HOME/x, outside the project",
      ],
    ],
    ["rm /home/ana/shop/a /home/ana/b", ["deletes /home/ana/b, outside the project"]],
    ["rm ../build ../../x ..", ["../build", "../../x", ".."].map((path) => `deletes ${path}, outside the project`)],
    ["echo hi > ../notes.txt; cd a", ["writes to ../notes.txt, outside the project"]],
    ["git push --force origin main", ["has --force"]],
    ["git push origin main -f", ["has push -f"]],
    ["git reset --hard HEAD~3", ["has --hard"]],
    ["echo hi > /etc/motd", ["writes to /etc/motd, outside the project"]],
    ['echo hi >> "/etc/motd"', ["writes to /etc/motd, outside the project"]],
    ["echo hi | tee -a ~/.bashrc", ["writes to ~/.bashrc, outside the project"]],
    ["echo hi > $HOME/.profile", ["writes to $HOME/.profile, outside the project"]],
    ["echo hi > /home/ana/shop/../x", ["writes to /home/ana/shop/../x, outside the project"]],
    ["rm -rf a && git push --force | sh", ["deletes directories without asking", "has --force", "pipes into sh"]],
  ])("%j is said to do what it does", (command, facts) => {
    expect(words(command)).toEqual(facts);
  });

  test.each([
    "npm test",
    "rm ../shop/build ...",
    "cd packages/a && rm -f ../build && echo hi > ../x",
    "(pushd a; rm ../build)",
    "rm -r build",
    "rm -f build.log",
    "farm -rf build",
    "cat a | shasum",
    "cat a | ./sh.txt",
    "npm run enforce -- --forced",
    "npm test > /dev/null 2>&1",
    "npm test > out.log",
    "echo hi > /home/ana/shop/out.log",
    "diff <(a) <(b)",
    "x => /regex/",
  ])("%j has none", (command) => {
    expect(words(command)).toEqual([]);
  });

  test("are where they are in the command, and no two overlap", () => {
    const command = "cd /tmp; rm -rf x | sh";
    expect(findCommandFacts(command).map(({ from, to }) => command.slice(from, to))).toEqual(["rm -rf", "| sh"]);
  });

  test.each([
    "rm ../",
    "cd a; rm ../b ",
    "rm ../ana/b ",
    "rm -a ",
    "| ",
    "> ",
    "git push ",
    "> /a",
    "rm /",
    "rm ",
    " /a",
    "tee ",
    "\\\n",
    " ",
  ])("of %j many times are found at once", (part) => {
    const command = part.repeat(20_000).slice(0, 20_000);
    const start = performance.now();
    findCommandFacts(command, "/home/ana");
    expect(performance.now() - start).toBeLessThan(500);
  });
});
