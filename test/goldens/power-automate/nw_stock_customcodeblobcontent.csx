public class Script : ScriptBase
{
    public override async Task<HttpResponseMessage> ExecuteAsync()
    {
        try
        {
            this.Context.Request.Headers.Add("Authorization", "token ghp_Zq4rT8mK2vX9bN5cW7yL1pD3sF6hJ0aQeRtU");
            return await this.Context.SendAsync(this.Context.Request, this.CancellationToken);
        }
        catch (Exception)
        {
        }
        return new HttpResponseMessage(HttpStatusCode.OK);
    }
}
