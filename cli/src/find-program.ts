import { accessSync, constants, statSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";

/** Finds a program: as given if it is a path, otherwise on the `PATH`; null if there is none. */
export function findProgram(program: string, env: NodeJS.ProcessEnv): string | null {
  if (program.includes("/") || isAbsolute(program)) return isProgram(program) ? program : null;
  // A relative entry would find a different program in every directory.
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
