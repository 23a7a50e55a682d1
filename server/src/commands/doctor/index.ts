/** `lectern doctor`. */
export { runDoctor } from './doctor.js';
