import { createElement, type ReactElement } from 'react';
import { Part, usePart } from '../lib/part.js';
import type { DialogFrameProps } from './dialog-frame.js';

export interface DialogProps extends DialogFrameProps {
  readonly isOpen: boolean;
}

const frame = new Part(async () => (await import('./dialog-frame.js')).DialogFrame);

/** Asks or shows something above the page; Escape, the cross and a click beside it close it. */
export function Dialog({ isOpen, ...props }: DialogProps): ReactElement | null {
  const Frame = usePart(frame, isOpen, props.onClose);
  return Frame === undefined ? null : createElement(Frame, props);
}
