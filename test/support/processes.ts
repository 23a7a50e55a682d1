import { readFileSync, readdirSync } from 'node:fs';

/** A running process as listed by Linux. */
export interface ProcessInfo {
  readonly pid: number;
  readonly parentPid: number;
  readonly commandLine: string;
}

const read = (pid: number): ProcessInfo | undefined => {
  try {
    const commandLine = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
    // The process name before the parent's id may contain spaces and brackets.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /s, '')
      .split(' ');
    return { pid, parentPid: Number(fields[1]), commandLine };
  } catch {
    // It ended while we were looking.
    return undefined;
  }
};

/** All descendants of a process, children before grandchildren. Linux only. */
export const descendantsOf = (pid: number): readonly ProcessInfo[] => {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => read(Number(name)) ?? []);
  const found: ProcessInfo[] = [];
  for (const parents = [pid]; parents.length > 0;) {
    const parent = parents.shift();
    const children = all.filter(({ parentPid }) => parentPid === parent);
    found.push(...children);
    parents.push(...children.map((child) => child.pid));
  }
  return found;
};
