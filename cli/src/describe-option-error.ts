import { didYouMean } from "./nearest.ts";

/** What is wrong with an option, in our words instead of Node's. `names` are the options that the command has. */
export function describeOptionError({ code, message }: { code?: string; message: string }, names: string[]): string {
  const quoted = /'([^']*)'/.exec(message)?.[1] ?? "";
  const option = /--[\w-]+|-\w/.exec(quoted.replace(/^-\w, /, ""))?.[0] ?? quoted;
  switch (code) {
    case "ERR_PARSE_ARGS_UNKNOWN_OPTION": {
      const meant = didYouMean(
        option.replace(/^-+/, ""),
        names.filter((name) => name !== "help"),
        (name) => `--${name}`,
      );
      return `Unknown option ${option}.${meant || " Use --help to see the options."}`;
    }
    case "ERR_PARSE_ARGS_UNEXPECTED_POSITIONAL":
      return `Unexpected argument "${quoted}". Use --help to see how this command is used.`;
    default:
      if (message.includes("does not take an argument")) return `${option} takes no value.`;
      if (message.includes("ambiguous"))
        return `${option} needs a value. If the value begins with a dash, write ${option}=-VALUE.`;
      return `${option} needs a value.`;
  }
}
