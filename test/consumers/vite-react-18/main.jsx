import * as recorder from '@lectern/rtc/recorder';
import { createRoot } from 'react-dom/client';
import { App } from './shared/class.jsx';

// Its optional peer is installed here, so that the bundler has to resolve the import on demand.
globalThis.recorder = recorder;
createRoot(document.querySelector('#root')).render(<App />);
