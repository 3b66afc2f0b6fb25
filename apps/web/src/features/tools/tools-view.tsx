import { ChatDumpTool } from './chat-dump-tool.js';
import { CleanupTool } from './cleanup-tool.js';
import { DownloadTool } from './download-tool.js';
import { RunTools } from './run-tools.js';
import { ShutdownTool } from './shutdown-tool.js';
import './tools.css';

/** Work on the whole library, and on what stands at sites. */
export function ToolsView() {
  return (
    <div className="tools">
      <DownloadTool />
      <ChatDumpTool />
      <CleanupTool />
      <RunTools />
      <ShutdownTool />
    </div>
  );
}
