import type { PenStyle } from '@lectern/rtc/overlay';

/** Colours that are visible on dark and on light video. */
export const PEN_COLORS = { red: '#e5392e', yellow: '#ffd400', green: '#1fb86a', blue: '#2f7df6' } as const;
/** In 1/10000 of the video's width. */
export const PEN_WIDTHS = { thin: 30, medium: 70, thick: 150 } as const;

export type PenColor = keyof typeof PEN_COLORS;
export type PenWidth = keyof typeof PEN_WIDTHS;

/** The selected tool of the controller. */
export interface ControlTools {
  readonly mode: 'point' | 'draw';
  readonly color: PenColor;
  readonly width: PenWidth;
}

export const FIRST_TOOLS: ControlTools = { mode: 'draw', color: 'red', width: 'medium' };

export const penOf = ({ color, width }: ControlTools): PenStyle => ({
  color: PEN_COLORS[color],
  width: PEN_WIDTHS[width],
});
