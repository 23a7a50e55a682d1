/** Accounts of the back office, as an operator makes them on the command line. */
export { addStaff, listStaff, removeStaff, resetStaffPassword, StaffError, type StaffPorts } from './staff.js';
