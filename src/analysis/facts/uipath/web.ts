/** Facts of UiPath.Web.Activities 2.5. */
import type { PackageFacts } from '../package-facts.ts';

export const WEB: PackageFacts = {
  name: 'UiPath.Web.Activities',
  version: '2.5',
  source: 'activity-docs/UiPath.Web.Activities/2.5/activities',
  activities: `
DeserializeJson JsonString!:String JsonSample:String Settings:JsonDeserializationSettings JsonObject>:T
DeserializeJsonArray JsonString!:String JsonArray>:JArray
DeserializeXml XMLString!:String XMLDocument>:XDocument
ExecuteXPath XPathExpression!:String ExistingXML:XDocument XMLString:String Result>:Object
GetXMLNodeAttributes ExistingXMLNode!:XNode Attributes>:IEnumerable<XAttribute>
GetNodes #GetXMLNodes ExistingXML:XDocument XMLString:String XMLNodes>:IEnumerable<XNode>
HttpClient EndPoint!:String Method:Method AcceptFormat:AcceptHeaderType Body:String AuthenticationType:AuthType Username:String Password:String SecurePassword:SecureString ConsumerKey:String ConsumerSecret:String OAuth1Token:String OAuth1TokenSecret:String OAuth2Token:String ClientCertificate:String ClientCertificatePassword:String SecureClientCertificatePassword:SecureString BodyFormat:String ResourcePath:String EnableSSLVerification:Boolean Headers:Dictionary<string,InArgument<string>> Parameters:Dictionary<string,InArgument<string>> Cookies:Dictionary<string,InArgument<string>> Attachments:Dictionary<string,InArgument<string>> FileAttachments:ICollection<ILocalResource> UrlSegments:Dictionary<string,InArgument<string>> Result>:String StatusCode>:Int32 ResponseHeaders>:Dictionary<string,string> ResponseAttachment>:ILocalResource
NetHttpRequest RequestUrl!:String Method:HttpMethod RequestBodyType:HttpRequestBodyType AuthenticationType:AuthenticationType BasicAuthUsername:String BasicAuthPassword:String BasicAuthSecurePassword:SecureString OAuthToken:String UseOsNegotiatedAuthCredentials:Boolean CustomNegotiatedAuthCredentials:NetworkCredential TextPayload:String TextPayloadContentType:String TextPayloadEncoding:String BinaryPayload:byte[] FilePath:String PathResource:IResource FormData:Dictionary<string,string> FormDataParts:IEnumerable<FormDataPart> LocalFiles:IEnumerable<string> ResourceFiles:IEnumerable<IResource> RetryPolicyType:RetryPolicyType RetryCount:Int32 InitialDelay:Int32 PreferRetryAfterValue:Boolean MaxRetryAfterDelay:Int32 RetryStatusCodes:IEnumerable<HttpStatusCode> Multiplier:Double UseJitter:Boolean FollowRedirects:Boolean MaxRedirects:Int32 TimeoutInMiliseconds:Int32? Headers:Dictionary<string,string> Parameters:Dictionary<string,string> Cookies:Dictionary<string,string> DisableSslVerification:Boolean TlsProtocol:SupportedTlsProtocols EnableCookies:Boolean ClientCertPath:String ClientCertPassword:String ClientCertSecurePassword:SecureString ProxySetting:ProxySettingType ProxyConfiguration:WebProxyConfiguration SaveResponseAsFile:Boolean OutputFileTargetFolder:String OutputFileName:String FileOverwrite:FileOverwriteOption SaveRawRequestResponse:Boolean Result>:HttpResponseSummary
SerializeJson InputObject!:Object Settings:JsonSerializationSettings Result>:String
`,
  enumerations: `
AcceptHeaderType ANY CUSTOM JSON XML
AuthType ClientCertificate None OAuth1 OAuth2 SimpleHttp
Method DELETE GET HEAD MERGE OPTIONS PATCH POST PUT
`,
  settings: `
HttpClient: Password -> !SecurePassword; the workflow does not pass validation, so no run starts; activities/HttpClient.md
HttpClient: ClientCertificatePassword -> !SecureClientCertificatePassword; the workflow does not pass validation, so no run starts; activities/HttpClient.md
HttpClient: Body:json BodyFormat=application/xml,text/xml,application/x-www-form-urlencoded -> BodyFormat=application/json; the server rejects the body, as its content is JSON; activity-packages/web-activities/playbooks/http-request-content-type-rejected.md
HttpClient: Body:xml BodyFormat=application/json,application/x-www-form-urlencoded -> BodyFormat=application/xml,text/xml; the server rejects the body, as its content is XML; activity-packages/web-activities/playbooks/http-request-content-type-rejected.md
NetHttpRequest: TextPayload:json TextPayloadContentType=application/xml,text/xml,application/x-www-form-urlencoded -> TextPayloadContentType=application/json; the server rejects the body, as its content is JSON; activity-packages/web-activities/playbooks/http-request-content-type-rejected.md
NetHttpRequest: TextPayload:xml TextPayloadContentType=application/json -> TextPayloadContentType=application/xml,text/xml; the server rejects the body, as its content is XML; activity-packages/web-activities/playbooks/http-request-content-type-rejected.md
NetHttpRequest: AuthenticationType=OAuthToken -> OAuthToken; the server gets no token and rejects the request; activities/NetHttpRequest.md
NetHttpRequest: AuthenticationType=BasicUsernamePassword -> BasicAuthUsername; the server gets no user and rejects the request; activities/NetHttpRequest.md
NetHttpRequest: AuthenticationType=None OAuthToken -> -; the token is not sent; activities/NetHttpRequest.md
NetHttpRequest: RequestBodyType=Text -> TextPayload; the request goes out without a body; activities/NetHttpRequest.md
NetHttpRequest: RequestBodyType=FormUrlEncoded -> FormData; the request goes out without a body; activities/NetHttpRequest.md
NetHttpRequest: RequestBodyType=Binary -> BinaryPayload; the request goes out without a body; activities/NetHttpRequest.md
NetHttpRequest: RequestBodyType=Stream -> FilePath|PathResource; the request goes out without a body; activities/NetHttpRequest.md
NetHttpRequest: TextPayload RequestBodyType=None,FormUrlEncoded,MultipartFormData,Binary,Stream -> RequestBodyType=Text; the payload is not sent; activities/NetHttpRequest.md
ExecuteXPath GetNodes: ExistingXML -> !XMLString; the workflow does not pass validation, so no run starts; activities/ExecuteXPath.md
`,
  values: `
HttpClient: EndPoint host; activity-packages/web-activities/playbooks/http-request-connection-failure.md
NetHttpRequest: RequestUrl host; activity-packages/web-activities/playbooks/http-request-connection-failure.md
SoapClient: EndPoint host; activity-packages/web-activities/playbooks/http-request-connection-failure.md
NetHttpRequest: RequestUrl filled; activity-docs/UiPath.Web.Activities/2.5/activities/NetHttpRequest.md
DeserializeJson: JsonString json; activity-packages/web-activities/playbooks/deserialize-malformed-input.md
DeserializeJsonArray: JsonString json-array; activity-packages/web-activities/playbooks/deserialize-malformed-input.md
DeserializeXml: XMLString|XmlString xml; activity-packages/web-activities/playbooks/deserialize-malformed-input.md
HttpClient NetHttpRequest: Headers.Authorization scheme; activity-packages/web-activities/playbooks/http-request-auth-401-403.md
`,
};
