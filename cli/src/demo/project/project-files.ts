import { aboutFiles } from "./about-files.ts";
import type { Choices } from "./choices.ts";
import { pageFiles } from "./page-files.ts";
import type { ProjectFile } from "./project-file.ts";
import { serviceFiles } from "./service-files.ts";
import { storeFiles } from "./store-files.ts";

/** Every file of the service that these choices describe, in the order in which a reader would want them. */
export function projectFiles(choices: Choices): ProjectFile[] {
  const files = [
    ...aboutFiles(choices),
    ...serviceFiles(choices),
    ...storeFiles(choices.database),
    ...pageFiles(choices),
  ];
  const rank = ({ path }: ProjectFile) => (path.startsWith("tests/") ? 2 : path.startsWith("src/") ? 1 : 0);
  return files.toSorted((one, other) => rank(one) - rank(other));
}
