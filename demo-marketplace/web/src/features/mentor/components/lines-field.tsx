import { useState, type ReactElement } from 'react';
import { TextArea } from '../../../ui/text-area.js';

export interface LinesFieldProps {
  readonly label: string;
  readonly hint?: string | undefined;
  readonly error?: string | undefined;
  readonly rows?: number;
  readonly disabled?: boolean;
  readonly lines: readonly string[];
  readonly onChange: (lines: string[]) => void;
}

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** A list, one entry to a line. */
export function LinesField({ lines, onChange, rows = 3, ...rest }: LinesFieldProps): ReactElement {
  // The typed text: an empty line is not part of the value, but must not vanish under the cursor.
  const [text, setText] = useState(() => lines.join('\n'));
  const typed = linesOf(text);
  // A form that is reset replaces its lines.
  const isSame = typed.length === lines.length && typed.every((line, index) => line === lines[index]);
  return (
    <TextArea
      {...rest}
      rows={rows}
      // As high as its content, in browsers that support it.
      style={{ fieldSizing: 'content', minHeight: `${rows * 1.5 + 1.5}rem` }}
      value={isSame ? text : lines.join('\n')}
      onChange={(event) => {
        setText(event.target.value);
        onChange(linesOf(event.target.value));
      }}
    />
  );
}
