/** Staff accounts, managed on the command line. */
export { addStaff, listStaff, removeStaff, resetStaffPassword, StaffError, type StaffPorts } from './staff.js';
