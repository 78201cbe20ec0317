/** Screen of `/projects/{id}`. */
import { ReportAddress } from './report-address.tsx';

/** Shows how the result of a project is read. */
export default function ProjectAddressScreen() {
  return <ReportAddress title="Result of a project" endpoint="/api/v1/validate/project" />;
}
