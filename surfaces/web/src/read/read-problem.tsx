import "./read-problem.css";
import type { Reading } from "./use-read.ts";

/** Why something could not be read, and what happens next. */
export function ReadProblem({ reading, what }: { reading: Reading<unknown>; what: string }) {
  const { problem, again } = reading;
  if (problem === undefined) return null;
  return (
    <div className="problem" role="status">
      <p>
        {what} could not be read. {problem.message}
        {problem.retrying && " Trying again by itself."}
      </p>
      <button type="button" onClick={again}>
        Try again now
      </button>
    </div>
  );
}
