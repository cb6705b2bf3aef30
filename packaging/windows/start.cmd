@echo off
rem Starts Head Table. @PYTHON@ is fetched at the first start, unless Setup.exe brought it;
rem uv checks it against the hash that it knows.
title Head Table
set "HERE=%~dp0"
set "UV_PYTHON_INSTALL_DIR=%HERE%python"
set "PYTHON=%HERE%python\@PYTHON@"
if exist "%PYTHON%\pythonw.exe" goto start
echo Head Table fetches Python from the internet, about 20 MB. This happens only once.
echo.
"%HERE%uv.exe" python install --no-bin --no-registry @PYTHON@
if exist "%PYTHON%\pythonw.exe" goto start
echo.
echo Python could not be fetched. Connect this laptop to the internet and start Head Table again.
echo After that, Head Table needs no internet.
pause
exit /b 1
:start
start "" "%PYTHON%\pythonw.exe" -I "%HERE%head-table.pyw"
