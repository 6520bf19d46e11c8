/** A file of the project; the path is relative to its root. */
export interface ProjectFile {
  path: string;
  content: string;
}
