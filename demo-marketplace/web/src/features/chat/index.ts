/** Chats between members: the mount of their connection and dialog, and what opens the dialog. */
export { ChatButton } from './components/chat-button.js';
export { ChatMount } from './components/chat-mount.js';
export { unreadChats } from './lib/chat-state.js';
