/** Drawing and pointing over a video: the drawing, its rendering, and its transfer to another member. */
export { OverlayCanvas, type OverlayOptions } from './canvas.js';
export { Drawing, type DrawingSnapshot, type Pen } from './drawing.js';
export { captureDrawing, type DrawingInputOptions } from './input.js';
export type { Stroke } from './marks.js';
export type { DrawingOp } from './ops.js';
export type { OverlayPage } from './page.js';
export { PointerPen } from './pointer-pen.js';
export { shareDrawing, type DrawingShare, type ShareOptions, type SharingSnapshot } from './share.js';
export { COMPOSITE_MODES, type CompositeMode, type PenStyle } from './style.js';
export { PointerTrail, type TrailAction, type TrailKind, type TrailPoint } from './trail.js';
export type { SharingState } from './transitions.js';
