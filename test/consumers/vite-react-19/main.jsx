import { createRoot } from 'react-dom/client';
import { App } from './shared/class.jsx';

createRoot(document.querySelector('#root')).render(<App />);
