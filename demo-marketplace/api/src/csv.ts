/** What a spreadsheet would take for a formula. */
const FORMULA = /^[=+\-@＝＋－＠\t\r\n]/;

/** Is what it looks like, negative ones too. */
const NUMBER = /^-?\d+(\.\d+)?$/;

const cell = (text: string): string => {
  const plain = FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(plain) ? `"${plain.replaceAll('"', '""')}"` : plain;
};

/** A table for spreadsheets; the mark at its beginning tells them that it is UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(cell).join(',')).join('\r\n')}\r\n`;
