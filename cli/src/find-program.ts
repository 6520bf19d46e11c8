import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Where a program is: as given where that is a path, else in a directory of `PATH`. Null where it is in none. */
export function findProgram(program: string, env: NodeJS.ProcessEnv): string | null {
  if (program.includes("/") || isAbsolute(program)) return isProgram(program) ? program : null;
  // A relative entry would mean another program in every directory.
  const places = (env.PATH ?? "").split(delimiter).filter((place) => isAbsolute(place));
  return places.map((place) => join(place, program)).find(isProgram) ?? null;
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
