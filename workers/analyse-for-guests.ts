/** The entry of a thread for guests: the engine, at the lowest priority, so that it only gets what others leave over. */
import { constants, platform, setPriority } from 'node:os';

// On Linux this is the priority of the calling thread alone; elsewhere it would be that of the whole process.
if (platform() === 'linux') setPriority(0, constants.priority.PRIORITY_LOW);
const { default: analyse } = await import('./analyse.ts');

export default analyse;
