/** Path of a fact -> what is wrong and how to fix it. The first problem of each field stays. */
export type FactProblems = Record<string, string>;

export function addProblem(problems: FactProblems, path: string, message: string): void {
  problems[path] ??= message;
}
