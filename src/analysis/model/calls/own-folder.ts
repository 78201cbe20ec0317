/** Orchestrator folder that a UiPath solution names for every process of its own; it is made when the solution is deployed. */
export const OWN_FOLDER = 'solution_folder';
