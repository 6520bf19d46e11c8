// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are commands of a shell.
import { expect, test } from "vitest";
import { toPlainWords } from "./shell-words.ts";

test("a simple command is its words", () => {
  for (const [command, words] of [
    ["npm test", ["npm", "test"]],
    ["  npm   test  ", ["npm", "test"]],
    ["npm 'test'", ["npm", "test"]],
    [`npm "test"`, ["npm", "test"]],
    [`npm te'st' -- --grep "a b"`, ["npm", "test", "--", "--grep", "a b"]],
    ["npm test --reporter=dot ./src/a_b.test.ts", ["npm", "test", "--reporter=dot", "./src/a_b.test.ts"]],
    ["npm test 'a; rm -rf /'", ["npm", "test", "a; rm -rf /"]],
    ["npm test '$(x)' '`y`' '|' '>' '&'", ["npm", "test", "$(x)", "`y`", "|", ">", "&"]],
  ] as const)
    expect(toPlainWords(command), command).toEqual(words);
});

// Ways to run something else behind words that look harmless. `{}` stands for the command that the grant is for.
const templates = [
  ...["{}; rm x", "{} ;rm x", "{};", "{} && rm x", "{} || rm x", "{} | sh", "{} |& sh", "{} & rm x", "{} &", "& {}"],
  ...["rm x; {}", "rm x && {}", "rm x || {}", "echo x | {}", "! {}", "({})", "{ {}; }", "$({})", "`{}`", "<({})"],
  ...["{} $(rm x)", "{} `rm x`", "{} $((1+1))", "{} ${x}", "{} $x", "{} $@", "{} $1", "{} $'\\x3b'", '{} $"x"'],
  ...['{} "$(rm x)"', '{} "`rm x`"', '{} "${x:-$(rm x)}"', '{} "$x"', "{} ${x:=$(rm x)}", "{} ${x@P}", "{} ${!x}"],
  ...["{} > f", "{} >> f", "{} >| f", "{} 2> f", "{} &> f", "{} >&2", "{} < f", "{} <> f", "{} <<< x", "{} 3>&1"],
  ...["> f {}", "< f {}", "2>&1 {}", "{} <(rm x)", "{} >(rm x)", "{} << E\nrm x\nE", "{} <<-E\nx\nE", "{} <<'E'\nx\nE"],
  ...["{}\nrm x", "{}\n", "\n{}", "{}\r\nrm x", "{}\rrm x", "{}\\\n; rm x", "{} \\\nrm", "\\{}", "{}\\;rm", "{}\\ x"],
  ...["A=1 {}", "PATH=. {}", "A= {}", "A+=1 {}", "A=(1) {}", "LD_PRELOAD=x {}", "A=$(rm x) {}", "{} A=(1 2)"],
  ...["if {}; then rm x; fi", "while {}; do rm x; done", "until {}; do :; done", "for x in 1; do {}; done"],
  ...["case x in x) {};; esac", "f() { {}; }", "function f { {}; }", "select x in 1; do {}; done", "coproc {}"],
  ...["[[ x ]] && {}", "(( 1 )) && {}", "time {}", "time -p {}", "eval {}", "exec {}", "alias npm=rm; {}"],
  ...[
    "{} *",
    "{} ?",
    "{} [a]",
    "{} {a,b}",
    "{} {1..3}",
    "{} ~",
    "{} ~root",
    "{} a*b",
    "{} !(x)",
    "{} @(a|b)",
    "{} +(a)",
  ],
  ...["{} # rm", "{} #", "# {}", "{} 'unclosed", '{} "unclosed', "{} $(unclosed", "{} `unclosed", "{} (", "{} )"],
  ...["{} \u0000rm", "{}\u0000", "{} \u0007", "{}\u000brm", "{}\u000crm", "{} \u001b[2K", "{} \u007f", "{}\u0085rm"],
  ...["{} \u00a0rm", "{}\u2028rm", "{}\u2029rm", "{} \u200b", "{} \u202e", "{} \u2066", "{}\uff1b rm", "{} \ufeff"],
  ...["{} ||", "{} &&", "{} |", "{} ;;", "{} ;&", "| {}", "&& {}", "{}}", "{{}", "{} }", "{} {", "{} do", "{}\t\trm\n"],
  ...["{} !!", '{} "!!"', "{} !$", "^a^b^{}", "{} ${IFS}x", "{}${IFS}x", "{} $'\\n'rm", '{} "a\\"; rm"', "{} \\$x"],
];

test("what could run anything else is not a simple command", () => {
  const commands = ["npm test", "git status"].flatMap((command) =>
    templates.map((template) => template.replace("{}", command)),
  );
  const harmless = new Set([
    "npm test }",
    "npm test {",
    "npm test do",
    "git status }",
    "git status {",
    "git status do",
  ]);
  const taken = commands.filter((command) => !harmless.has(command) && toPlainWords(command) !== null);
  expect(taken).toEqual([]);
  expect(commands.length).toBeGreaterThan(200);
});

test("words that only look like those of the command are other words", () => {
  const other = [
    ..."npm tеst,nрm test,NPM test,npm TEST,npm test1,npm-test,npmtest,npm\ttest x,npx test,./npm test,npm --x test".split(
      ",",
    ),
    ...[
      "sh -c 'npm test'",
      "bash -lc 'npm test'",
      "env npm test",
      "sudo npm test",
      "xargs npm test",
      "npm run test",
      "npm 'test '",
    ],
  ];
  const isSame = (command: string) => {
    const words = toPlainWords(command);
    return words?.[0] === "npm" && words[1] === "test" && command !== "npm\ttest x";
  };
  expect(other.filter(isSame)).toEqual([]);
});
