/** Streams in video elements of the page: their events and their commands (spec §2). */
export { bindElement, bindingOf, type ElementBinding } from './binding.js';
export type { ElementCommands, WindowPoint } from './commands.js';
export type { ElementState } from './transitions.js';
export {
  ELEMENT_EVENTS,
  type CameraControl,
  type ControlSide,
  type ElementEvents,
  type ElementMedia,
  type ElementOptions,
  type IceState,
} from './types.js';
