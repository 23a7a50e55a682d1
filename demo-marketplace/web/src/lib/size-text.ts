const UNITS = ['byte', 'kilobyte', 'megabyte'] as const;
const STEP = 1024;

/** Formats a file size, e.g. `340 kB`, `1.2 MB`. */
export function sizeText(bytes: number, locale: string): string {
  let size = bytes;
  let step = 0;
  while (size >= STEP && step < UNITS.length - 1) {
    size /= STEP;
    step += 1;
  }
  const maximumFractionDigits = size < 10 && step > 0 ? 1 : 0;
  return new Intl.NumberFormat(locale, {
    ...{ style: 'unit', unit: UNITS[step] ?? 'byte', unitDisplay: 'short', maximumFractionDigits },
  }).format(size);
}
