/** Screen of `/validations/{id}`. */
import { ReportAddress } from './report-address.tsx';

/** Shows how the result of a validation is read. */
export default function ValidationAddressScreen() {
  return <ReportAddress title="Result of a validation" endpoint="/api/v1/results" />;
}
