/** Beginning of a cell that a spreadsheet would evaluate as a formula. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Numbers are kept as they are, negative ones included. */
const NUMBER = /^-?\d+(\.\d+)?$/;

const cell = (text: string): string => {
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** Formats rows as CSV for spreadsheets, with a byte order mark that identifies UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
