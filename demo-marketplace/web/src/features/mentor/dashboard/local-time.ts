const two = (part: number): string => String(part).padStart(2, '0');

/** A moment at the reader's place, as a field for date and time has it. */
export function localTime(ms: number): string {
  const at = new Date(ms);
  const day = `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
  return `${day}T${two(at.getHours())}:${two(at.getMinutes())}`;
}

/** Converts the value of a local date-time field to ISO 8601 UTC; empty if it is no valid time. */
export function momentOf(text: string): string {
  const at = new Date(text);
  return Number.isNaN(at.getTime()) ? '' : at.toISOString();
}
