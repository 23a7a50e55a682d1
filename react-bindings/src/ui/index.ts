/** Styled components over the hooks of `@lectern/react`; their style sheet is `@lectern/react/ui.css`. */
export { CallWindow, IncomingCall, type CallProps } from './calls.js';
export { Classroom, type ClassroomProps } from './classroom.js';
export { ControlBar, type ControlBarProps } from './control-bar.js';
export { DeviceMenu, DeviceSelect, type DeviceSelectProps } from './device-menu.js';
export { MemberList } from './member-list.js';
export { PreJoin, type PreJoinProps } from './pre-join.js';
export { RoomChat } from './room-chat.js';
export { Focus, Grid, type StageProps } from './stage.js';
export { UiTexts, type Texts, type UiLocale, type UiTextsProps } from './texts.js';
export { Tile, type TileProps } from './tile.js';
